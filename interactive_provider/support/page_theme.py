"""The theme of a page, light or dark: drawings follow the front end."""

SCHEME = """\
{0}{{color-scheme:light dark}}
[data-jp-theme-light=true] {0},.vscode-light {0},html[theme=light] {0},
.light {0}{{color-scheme:light}}
[data-jp-theme-light=false] {0},.vscode-dark {0},html[theme=dark] {0},
.dark {0}{{color-scheme:dark}}"""
"""Light or dark according to the front end (JupyterLab, VS Code, Colab, marimo), otherwise to the
system."""
