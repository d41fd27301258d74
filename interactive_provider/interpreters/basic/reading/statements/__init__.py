"""The statements that the parser reads, by subject: blocks, files, and graphics."""
