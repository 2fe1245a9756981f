"""Paper: marks and texts onto pages, pages into PDF. Knows no game."""
