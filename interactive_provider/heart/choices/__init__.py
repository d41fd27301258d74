"""How a tuple of choices becomes a class: names, the metaclass, menus."""
