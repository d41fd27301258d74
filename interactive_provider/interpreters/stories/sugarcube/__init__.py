"""SugarCube and Twine 1: markup, macros, functions, and the engine that combines them."""
