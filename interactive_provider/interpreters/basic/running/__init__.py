"""What a compiled program calls while it runs: output, numbers, PRINT USING, traps."""
