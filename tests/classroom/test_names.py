"""Lists of pupils as schools export them, and as nobody should."""

from __future__ import annotations

import pytest

from kitgen.classroom.names import MOST_ROWS, read_names
from kitgen.errors import SpecError

GOOD = {
    "bare": ("Ana\nBo\n", ("Ana", "Bo")),
    "headed": ("name,level\nAna,1\nBo,2\n", ("Ana", "Bo")),
    "excel in Spain": ("\ufeffn.º;nombre;grupo\r\n1;Ángel Núñez;4b\r\n2;Bea;4b\r\n", ("Ángel Núñez", "Bea")),
    "Chinese": ("学号,姓名\n1,王小明\n", ("王小明",)),
    "tabs": ("name\tage\nAna\t9\n", ("Ana",)),
    "quoted comma": ('name,x\n"Núñez, Ana",1\n', ("Núñez, Ana",)),
    "blank rows": ("\n\nAna\n\n,\nBo\n", ("Ana", "Bo")),
    "spaces": ("  Ana   María  \n", ("Ana María",)),
    "two of a name": ("Ana\nAna\n", ("Ana", "Ana")),
    "a formula is a text": ("=cmd|' /c calc'!A1\n", ("=cmd|' /c calc'!A1",)),
    "old Macs": ("Ana\rBo\r", ("Ana", "Bo")),
    "first and last": ("first name,last name\nAna,Núñez Gil\nBo,Li\n", ("Ana Núñez Gil", "Bo Li")),
    "last and first": ("Surname;Class;Given Name\nCurie;4b;Marie\n", ("Marie Curie",)),
    "with a middle name": ("Last_Name,First_Name,Middle Name\nBach,Johann,Sebastian\n", ("Johann Sebastian Bach",)),
    "a name beside a surname": ("name,surname,age\nMarie,Curie,9\nSappho,,9\n", ("Marie Curie", "Sappho")),
    "two last names": ("Nº,Apellido 1,Apellido 2,Nombre\n1,García,Lorca,Federico\n", ("Federico García Lorca",)),
    "a head that stands twice": ("Apellido,Apellido,Nombre\nGarcía,Lorca,Federico\n", ("Federico García Lorca",)),
    "in Spanish": ("Alumno;Apellidos;Nombre\n17;Ramón y Cajal;Santiago\n", ("Santiago Ramón y Cajal",)),
    "whole in Spanish": ("Grupo,Nombre y apellidos\n4b,Santiago Ramón y Cajal\n", ("Santiago Ramón y Cajal",)),
    "in Chinese": ("名,姓\n树人,鲁\nYo-Yo,Ma\n", ("鲁树人", "Ma Yo-Yo")),
    "a head in capitals": (" NAME: ,X\nAna,1\n", ("Ana",)),
    "a student beside a number": ("Student ID,Student\n17,Ana\n", ("Ana",)),
    "empty cells at the end": ("Ana,,\nBo,,\n", ("Ana", "Bo")),
    "letters that combine": ("Jose\u0301\n", ("José",)),
}


@pytest.mark.parametrize(("text", "names"), GOOD.values(), ids=GOOD)
def test_names_are_read(text, names):
    assert read_names(text, "n.csv") == names


BAD = {
    "empty": ("", "there are no names"),
    "a head alone": ("name\n", "no names under the heading"),
    "a row without": ("name,x\nAna,1\n,2\n", "n.csv:3: a row without a name"),
    "a NUL": ("Ana\x00\n", "U+0000"),
    "a hidden turn of the line": ("Ana\u202egnp\n", "U+202E"),
    "no width": ("A\u200bna\n", "U+200B"),
    "too long": ("x" * 61 + "\n", "a name of 61 letters"),
    "too many": ("Ana\n" * (MOST_ROWS + 2), "more than 500 rows"),
    "an open quote": ('name\n"Ana\n', "no CSV file"),
    "several columns and no head": ("Ana,Núñez\nBo,Li\n", "n.csv:1: several columns and no head that is known"),
    "an unknown head": ("Kind,Klasse\nAna,4b\n", "first name and last name"),
    "a comma without quotes": ("Ana\nNúñez, Bo\n", "n.csv:2: several columns"),
    "a title above the heads": ("Class 4b\nname;level\nAna;1\n", "n.csv:2: several columns"),
    "a comma under a head": ("name\nAna\nNúñez, Bo\n", "n.csv:3: 2 columns, of which 1 with a head"),
    "a huge field": ("x" * 200_000, "n.csv"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_what_can_not_be_printed_is_refused_by_its_row(text, message):
    with pytest.raises(SpecError) as caught:
        read_names(text, "n.csv")
    assert message in str(caught.value)


def test_messages_repeat_no_name():
    with pytest.raises(SpecError) as caught:
        read_names("name\nSecret\u202eAna\nOther" + "y" * 70 + "\n", "n.csv")
    assert len(caught.value.faults) == 2
    assert "Secret" not in str(caught.value) and "Other" not in str(caught.value)
