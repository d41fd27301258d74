"""Published pages, played by the engine that they contain. Importing `engine` needs `wasmtime`.

`machine.py` runs JavaScript in WebAssembly, which `compilation.py` caches in compiled form.
`host.py` imitates a browser's page, `writing.py` converts what the page shows into the pieces of
this package, and `engine.py` plays the story with them. `host/` is the page's side in JavaScript:
begin with its `main.js`. `engine_files/` holds third-party files, unchanged, with digests and
licences.
"""
