"""What every page of a match stands in: the house as it is at first, a table that is silent."""

from app.admin.house import HouseRules
from app.web.talk import Talk

SILENT = Talk(
    url="/m/key/talk",
    lines=(),
    news=False,
    known=0,
    newest=0,
    stir=0,
    place="running-0",
    unread=0,
    muted=False,
    gallery=False,
    hidden=False,
    keeps=True,
    earlier="",
    note="",
    watch=None,
    live="",
    tag="",
)
SURROUNDINGS = {"the_house": HouseRules(), "house_notice": ""}
