"""Third-party games behind the dot, each in an extra: OpenSpiel's, and chess. They import only the
author's interface."""
