"""Every row of the case files gives its stated result: real games, cut-off games, bad records, 33rd discs."""

from __future__ import annotations

import re

import pytest

from kitgen.play.replay import Refused


def test_every_finished_game_gives_its_discs_its_passes_and_its_tournament_score(rows, through, game):
    games = rows("real_games.tsv")
    assert len(games) == 194
    for transcript, black, white, source in games:
        replayed = through(transcript)
        outcome = game.state(replayed.last.position)["outcome"]
        assert outcome, source
        assert (outcome["score"]["black"], outcome["score"]["white"]) == (int(black), int(white)), source
        stated = re.search(r"empties=(\d+); passes=([^;]*);.*black score=(\d+)", source)
        assert outcome["score"]["empty"] == int(stated[1]), source
        assert outcome["score"]["tournament"][0] == int(stated[3]), source
        passes = [
            f"{s.ply - 1}:{'X' if s.effects['after_pass'] == 'black' else 'O'}"
            for s in replayed.steps
            if "after_pass" in s.effects
        ]
        assert (",".join(passes) or "-") == stated[2], source


def test_every_unfinished_game_is_not_finished_and_names_the_side_to_move(rows, through, game):
    games = rows("unfinished_games.tsv")
    assert len(games) == 40
    for transcript, black, white, _, side, source in games:
        position = through(transcript).last.position
        score = game.score(position)
        assert game.state(position)["outcome"] is None, source
        assert game.to_move(position) == side, source
        assert (score["black"], score["white"]) == (int(black), int(white)), source


def test_every_bad_record_is_refused_at_its_ply(rows, through):
    plies = []
    for transcript, *_ in rows("bad_records.tsv"):
        with pytest.raises(Refused) as refused:
            through(transcript)
        plies.append(refused.value.details["ply"])
    assert plies == [1, 60, 10, 2, 2, 1, 1, 3, 3]


def test_a_33rd_disc_is_refused_under_1890_except_where_the_other_side_may_play_there(rows, through, game):
    games = rows("disc_33.tsv")
    assert len(games) == 20
    for number, (transcript, ply, _, square, *_) in enumerate(games, start=1):
        whole = "e4d4d5e5" + transcript
        if number in (13, 18):
            score = game.state(through(whole, rules="1890").last.position)["outcome"]["score"]
            assert (score["black"], score["white"]) == {13: (33, 31), 18: (42, 21)}[number]
            continue
        with pytest.raises(Refused) as refused:
            through(whole, rules="1890")
        details = refused.value.details
        assert (details["ply"], details["move"]) == (int(ply) + 4, square)
        if number == 7:
            assert (details["side"], details["why"]) == ("white", "h1 flips nothing for white")
        else:
            assert (details["side"], details["why"]) == (None, "the game is over")
