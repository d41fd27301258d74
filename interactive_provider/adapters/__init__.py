"""Other people's games behind the dot, each an extra: OpenSpiel's, and chess. They know the
author's desk alone."""
