"""Layouts: their grammar, their reader, and the sheet codes made from them. Knows no game."""
