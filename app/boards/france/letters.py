"""How wide the names of counties are: advances and kerning of a Times-like face, so that the map
of France is the same whichever fonts a machine has. Units are 1/12800 em.
"""

from itertools import pairwise

EM = 12800
_ADVANCES = {
    "Bold": {
        3556: "il", 4263: "jt", 4981: "Is", 5681: "cer", 6400: "ago", 7119: "Sdhnpqu", 7819: "P",
        8538: "BT", 9244: "ACNRV", 10663: "m",
    },
    "Italic": {
        3556: "iltî", 4981: "rsz", 5681: "cevxyéê", 6400: "Sabdghnou", 7119: "LT",
        7819: "ABFPRV", 8538: "CN", 9244: "GHQm", 10663: "M",
    },
    "Regular": {
        3556: "ilt", 4263: "r", 4981: "s", 5681: "aceâèéë", 6400: "bdghnouvxy", 7119: "FPS",
        7819: "LTÉ", 8538: "BCR", 9244: "ADNOV", 9956: "m", 11381: "M",
    },
}  # fmt: skip
_KERNING = {
    "Bold": {
        "PA": -950, "To": -1175, "Va": -1175, "re": -231,
    },
    "Italic": {
        "Tu": -706, "Ve": -1419, "Vi": -950, "rc": -475, "rd": -475, "re": -475, "rg": -475,
    },
    "Regular": {
        "Av": -950, "To": -894, "Va": -1419, "Ve": -1419,
    },
}  # fmt: skip


def width(name: str, size: float, style: str) -> float:
    """How wide a name is when its em is `size`; KeyError for a letter that no county has."""
    advances = {c: units for units, letters in _ADVANCES[style].items() for c in letters}
    kerning = _KERNING[style]
    units = sum(advances[c] for c in name)
    units += sum(kerning.get(a + b, 0) for a, b in pairwise(name))
    return units * size / EM
