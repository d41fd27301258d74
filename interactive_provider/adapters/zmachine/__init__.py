"""Text adventures as games: a story's own words as choices. They need the runtime of the extra
`zmachine`."""
