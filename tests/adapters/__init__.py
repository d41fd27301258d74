"""Games of other people's programs: OpenSpiel's, and chess with an engine."""
