"""What a teacher asks for: plans, packs for a class, and the keys of loose sheets. Knows no game and no disk."""
