"""How many of a sheet a class needs, and whether it is part of a set, read off the layout. Knows no class, no game."""

from __future__ import annotations

from kitgen.spec.schema import Layout, Supply


def supply_of(layout: Layout, name: str, *, is_chosen: bool = False) -> Supply:
    """Return how many of a sheet a class needs: what the layout says, else what kind of sheet it is.

    A key goes with its sheet. Sheets that differ, or have a line for a name, are for each pupil; boards and what is cut
    out for each group; all others, and the host's, come once. A class needs none of some, unless they are chosen.
    """
    sheet = layout.sheets[name]
    if sheet.supply and not (is_chosen and sheet.supply.per == "none"):
        return sheet.supply
    if sheet.key_of:
        return supply_of(layout, sheet.key_of)
    if sheet.host:
        return Supply("class")
    if sheet.each_different:
        return Supply("pupil")
    grids = [block.boards.grid for block in sheet.blocks if block.boards]
    if grids or is_cut_out(layout, name):
        games = sum(int(grid[0]) * int(grid[2]) for grid in grids) if layout.facts.used_up else 0
        return Supply("group", games)
    return Supply("pupil" if sheet.lines_for_names else "class")


def is_cut_out(layout: Layout, name: str) -> bool:
    """Return whether a sheet holds parts to cut out."""
    return any(block.cutouts for block in layout.sheets[name].blocks)


def is_kept(layout: Layout, name: str) -> bool:
    """Return whether a sheet is one that groups play with and hand on, so that few sets make some wait."""
    supply = supply_of(layout, name)
    return supply.per == "group" and not supply.games


def is_in_sets(layout: Layout, name: str) -> bool:
    """Return whether a sheet is part of a set: for a group, which keeps it, or cut out and not for each player."""
    return is_kept(layout, name) or (supply_of(layout, name).per == "class" and is_cut_out(layout, name))
