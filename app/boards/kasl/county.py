"""What the county of Kasl is: the tables that `make` draws the land up from.

Fiefdoms and territories are numbered in the order of `FIEFS` (K1.1); a cell is one of `mesh`.
"""

from typing import NamedTuple

SEED = 9


class Fief(NamedTuple):
    """A fiefdom: tint by day and night, ink of its shields by day and night, (cell, name) each."""

    key: str
    name: str
    light: str
    dark: str
    ink_light: str
    ink_dark: str
    lands: tuple[tuple[int, str], ...]


class Course(NamedTuple):
    """A river from source to mouth, as the pairs whose border it follows, and its widths."""

    name: str
    source: float
    mouth: float
    pairs: tuple[tuple[int, int], ...]


class Chain(NamedTuple):
    """A range of mountains on the borders of `pairs`, open at `passes`."""

    name: str
    pairs: tuple[tuple[int, int], ...]
    passes: tuple[tuple[int, int], ...]


# fmt: off
LAND = (
    (196, 64), (330, 58), (470, 66), (610, 54), (760, 62), (900, 54), (1030, 60), (1118, 84),
    (1144, 190), (1138, 310), (1148, 430), (1138, 560), (1146, 690), (1128, 806), (1030, 842),
    (900, 836), (770, 846), (650, 842), (560, 850),
)
SEA = (
    (560, 850), (492, 836), (452, 788), (404, 762), (372, 716), (312, 724), (246, 712), (196, 664),
    (150, 652), (104, 600), (70, 536), (84, 470), (122, 430), (96, 372), (58, 318), (66, 244),
    (108, 196), (104, 134), (140, 84), (196, 64),
)

FIEFS = (
    Fief("harrowmere", "Harrowmere", "#86ab97", "#36564a", "#2f5f4c", "#9ecbb5", (
        (1, "Gannethythe"), (44, "Wracklow"), (20, "Tolbray"), (15, "Eddersay"),
        (30, "Harrowcombe"), (5, "Quillbeck"), (7, "Osmouth"), (23, "Fenwarden"))),
    Fief("vaubriant", "Vaubriant", "#b793b0", "#573f5c", "#6b3f66", "#d3a9cd", (
        (39, "Marchelande"), (10, "Clervigny"), (33, "Hautbresse"), (3, "Rochembre"),
        (24, "Belmarais"), (41, "Vaubriant"), (13, "Torvigne"))),
    Fief("greywold", "Greywold", "#a8a7a0", "#4b4d51", "#4d4f55", "#c3c6c9", (
        (47, "Caldermoor"), (9, "Stanerigg"), (19, "Greywold"), (4, "Hollowtarn"),
        (28, "Eastwarth"), (37, "Cragholt"), (18, "Underhorn"))),
    Fief("aldermarch", "Aldermarch", "#dfba62", "#66532a", "#85600f", "#ecca7b", (
        (42, "Brockenby"), (27, "Aldermarch"), (36, "Millsorrow"), (21, "Monksallow"),
        (46, "Thornevale"), (11, "Wendcross"), (6, "Eyriehold"), (38, "Wenfordly"))),
    Fief("selcombe", "Selcombe", "#d68f70", "#6a3d30", "#91391f", "#efa88c", (
        (34, "Merrow"), (14, "Selcombe"), (40, "Saltreeve"), (2, "Wendmouth"))),
    Fief("beaulanne", "Beaulanne", "#a9b86c", "#4a562c", "#53631b", "#c4d487", (
        (43, "Gateheath"), (45, "Sourcelle"), (29, "Montel"), (31, "Beaulanne"),
        (22, "Chantorme"), (0, "Tarnebois"), (26, "Ruisselet"), (12, "Corvefort"))),
    Fief("thornhay", "Thornhay", "#94a7cb", "#3a4865", "#324b80", "#aec2e8", (
        (16, "Lowminster"), (35, "Hartsmead"), (8, "Thornhay"), (17, "Oxenleigh"),
        (32, "Barleyham"), (25, "Endmarsh"))),
)

RIVERS = (
    Course("Wend", 3, 11.5,
        ((29, 36), (29, 38), (28, 38), (28, 44), (30, 44), (30, 43), (34, 43))),
    Course("Isselle", 5, 12,
        ((3, 9), (6, 9), (6, 13), (6, 25), (6, 24), (8, 24), (8, 23), (8, 32), (7, 32), (7, 31))),
    Course("Tarnet", 3, 10, ((38, 45), (39, 45), (39, 46), (40, 46), (40, 47), (40, 48), (41, 48))),
    Course("Sorrow", 2.6, 5.5, ((24, 28), (28, 30))),
)
BRIDGES = frozenset((
    (28, 38), (30, 44), (34, 43), (3, 9), (6, 13), (8, 24), (7, 32), (39, 46), (40, 47), (41, 48),
    (28, 30),
))
RANGES = (
    Chain("Eyrie Fells",
        ((12, 18), (15, 18), (21, 27), (21, 29), (22, 29), (22, 37)), ((15, 21), (22, 36))),
    Chain("Greyhorns", ((13, 26), (14, 26), (14, 27)), ((15, 27),)),
    Chain("Saltridge", ((23, 32), (23, 34)), ((23, 33),)),
    Chain("Harrow Crags", ((1, 5), (4, 5)), ((5, 7),)),
)

ORNAMENTS: tuple[dict[str, str | float], ...] = (
    {"kind": "compass", "x": 82, "y": 712, "size": 44},
    {"kind": "cartouche", "x": 252, "y": 808, "size": 1, "width": 296, "height": 116},
    {"kind": "serpent", "x": 62, "y": 822, "size": 0.8},
    {"kind": "serpent", "x": 64, "y": 182, "size": 0.6},
    {"kind": "scale", "x": 232, "y": 848, "size": 22},
    {"kind": "ship", "x": 70, "y": 92, "size": 1},
    {"kind": "text", "x": 492, "y": 43, "size": 14, "text": "The Duchy of Orrel"},
    {"kind": "text", "x": 720, "y": 869, "size": 14, "text": "The Bishop’s Forest"},
)
# fmt: on
