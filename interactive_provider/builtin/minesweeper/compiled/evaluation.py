"""`solving.evaluation`, compiled from its own source."""

from ..solving import evaluation
from . import translated

_functions = translated(evaluation)
traits_of, worth = _functions["traits_of"], _functions["worth"]
