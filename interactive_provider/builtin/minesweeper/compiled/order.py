"""`solving.order`, compiled from its own source."""

from ..solving import order
from . import translated

_functions = translated(order)
put_order, safest = _functions["put_order"], _functions["safest"]
candidates, better_first = _functions["candidates"], _functions["better_first"]
