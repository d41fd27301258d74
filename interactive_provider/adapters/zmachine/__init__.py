"""Text adventures as games, with a story's own words as choices. They need the runtime of the extra
`zmachine`."""
