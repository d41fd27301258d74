"""Published pages played by the engine that they bring along. Importing `engine` needs `wasmtime`.

`machine.py` runs JavaScript in WebAssembly, which `compilation.py` keeps compiled. `host.py` makes
a browser's page of it, `writing.py` turns what the page shows into the pieces of this package, and
`engine.py` tells the story with them. `host/` is the page's side in JavaScript: begin with its
`main.js`. `engine_files/` holds what is not ours, unchanged, with digests and licences.
"""
