"""`solving.order`, compiled from its own source."""

from ..solving import order
from . import translated

_functions = translated(order)
order_of, first_of = _functions["order_of"], _functions["first_of"]
safest, candidates = _functions["safest"], _functions["candidates"]
