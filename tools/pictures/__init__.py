"""Takes the pictures of the documents."""
