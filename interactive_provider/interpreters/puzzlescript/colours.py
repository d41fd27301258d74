"""The colours of the fourteen palettes by name, as the original has them."""

from __future__ import annotations

import re

NAMES = (
    "black white grey darkgrey lightgrey gray darkgray lightgray "
    "red darkred lightred brown darkbrown lightbrown orange yellow "
    "green darkgreen lightgreen blue lightblue darkblue purple pink"
).split()

PALETTES = {
    "mastersystem": (
        "000000 FFFFFF 555555 555500 AAAAAA 555555 555500 AAAAAA FF0000 AA0000 FF5555 AA5500 "
        "550000 FFAA00 FF5500 FFFF55 55AA00 005500 AAFF00 5555AA AAFFFF 000055 550055 FFAAFF "
    ),
    "gameboycolour": (
        "000000 FFFFFF 7F7F7C 3E3E44 BAA7A7 7F7F7C 3E3E44 BAA7A7 A7120C 880606 BA381F 57381F "
        "3E2519 8E634B BA4B32 C0BA6F 517525 385D12 6F8E44 5D6FA7 8EA7A7 4B575D 3E3E44 BA381F "
    ),
    "amiga": (
        "000000 FFFFFF BBBBBB 333333 FFEEDD BBBBBB 333333 FFEEDD DD1111 990000 FF4422 663311 "
        "331100 AA6644 FF6644 FFDD66 448811 335500 88BB77 8899DD BBDDEE 666688 665555 997788 "
    ),
    "arnecolors": (
        "000000 FFFFFF 9D9D9D 697175 CCCCCC 9D9D9D 697175 CCCCCC BE2633 732930 E06F8B A46422 "
        "493C2B EEB62F EB8931 F7E26B 44891A 2F484E A3CE27 1D57F7 B2DCEF 1B2632 342A97 DE65E2 "
    ),
    "famicom": (
        "000000 FFFFFF 7C7C7C 080808 BCBCBC 7C7C7C 080808 BCBCBC F83800 881400 F87858 AC7C00 "
        "503000 FCE0A8 FCA044 F8B800 00B800 005800 B8F8B8 0058F8 3CBCFC 0000BC 6644FC F878F8 "
    ),
    "atari": (
        "000000 FFFFFF 909090 404040 B0B0B0 909090 404040 B0B0B0 A03C50 700014 DC849C 805020 "
        "703400 CB9870 CCAC70 ECD09C 58B06C 006414 70C484 1C3C88 6888C8 000088 3C0080 B484DC "
    ),
    "pastel": (
        "000000 FFFFFF 3E3E3E 313131 9CBCBC 3E3E3E 313131 9CBCBC F56CA2 A63577 FFA9CF B58C53 "
        "787562 B58C53 EB792D FFE15F 00FF4F 2B732C 97C04F 0F88D3 00FFFE 293A7B FF6554 EB792D "
    ),
    "ega": (
        "000000 FFFFFF 555555 555555 AAAAAA 555555 555555 AAAAAA FF5555 AA0000 FF55FF AA5500 "
        "AA5500 FFFF55 FF5555 FFFF55 00AA00 00AAAA 55FF55 5555FF 55FFFF 0000AA AA00AA FF55FF "
    ),
    "proteus_mellow": (
        "3D2D2E DDF1FC 9FB2D4 7B8272 A4BFDA 9FB2D4 7B8272 A4BFDA 9D5443 8C5B4A 94614C 89A78D "
        "829E88 AAAE97 D1BA86 D6CDA2 75AC8D 8FA67F 8EB682 88A3CE A5ADB0 5C6B8C D39FAC C8AC9E "
    ),
    "proteus_night": (
        "010912 FDEEEC 051D40 091842 062151 051D40 091842 062151 AD4576 934765 AB6290 61646B "
        "3D2D2D 8393A0 0A2227 0A2541 75AC8D 0A2434 061F2E 0B2C79 809CCB 08153B 666A87 754B4D "
    ),
    "proteus_rich": (
        "6F686F D1B1E2 B9AAC1 8E8B84 C7B5CD B9AAC1 8E8B84 C7B5CD A11F4F 934765 C998AD 89867D "
        "797F75 AB9997 CE8C5C F0D959 75BC54 599D79 90CF5C 8FD0EC BCDCE7 0B2C70 9B377F CD88E5 "
    ),
    "amstrad": (
        "000000 FFFFFF 7F7F7F 636363 AFAFAF 7F7F7F 636363 AFAFAF FF0000 7F0000 FF7F7F FF7F00 "
        "7F7F00 FFFF00 FF007F FFFF7F 01FF00 007F00 7FFF7F 0000FF 7F7FFF 00007F 7F007F FF7FFF "
    ),
    "c64": (
        "000000 FFFFFF 6C6C6C 444444 959595 6C6C6C 444444 959595 68372B 3F1E17 9A6759 433900 "
        "221C02 6D5C0D 6F4F25 B8C76F 588D43 345129 9AD284 6C5EB5 70A4B2 352879 6F3D86 B044AC "
    ),
    "whitingjp": (
        "202527 EFF8FD 7B7680 3C3B44 BED0D7 7B7680 3C3B44 BED0D7 BD194B 6B1334 EF2358 B52E1C "
        "681C12 E87B45 FF8C10 FBD524 36BC3C 317610 8CE062 3F62C6 57BBE0 2C2FA0 7037D9 EC2B8F "
    ),
}
NUMBERED = (
    *("mastersystem", "gameboycolour", "amiga", "arnecolors", "famicom", "atari", "pastel"),
    *("ega", "amstrad", "proteus_mellow", "proteus_rich", "proteus_night", "c64", "whitingjp"),
)
"""The palettes that can be chosen by a number from 1."""
COLOUR = re.compile(rf"#(?:[0-9a-f]{{3}}){{1,2}}|transparent|{'|'.join(NAMES)}")
"""A colour's name, or its value in hexadecimal digits."""


def hexadecimal(colour: str, palette: str) -> str:
    """Return a colour as ``#rrggbb`` or ``#rgb``, empty if it is transparent."""
    if colour.startswith("#"):
        return colour
    if palette.isdigit() and 0 < int(palette) <= len(NUMBERED):
        palette = NUMBERED[int(palette) - 1]
    values = PALETTES.get(palette, PALETTES["arnecolors"]).split()
    known = dict(zip(NAMES, values, strict=True))
    return f"#{known[colour].lower()}" if colour in known else ""
