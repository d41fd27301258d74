"""Text adventures: the interpreter package, its completion, hostile files, and the bridge to
games."""
