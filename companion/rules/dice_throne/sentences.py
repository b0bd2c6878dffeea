"""Effects as a hero file writes them: short sentences that read like the printed board.

    "deal 4"   "deal 5 undefendable"   "deal 2 collateral to opponents"   "inflict stun"
    "gain 2 evasive"   "heal 2 life"   "draw 1"   "gain 2 cp"   "add 1 sword"   "prevent half"

What needs more than a sentence is a table: `{ do = "roll", dice = 3, then = ["deal total"] }`.
"""

from __future__ import annotations

import re
from typing import Any

from companion.rules.dice_throne.effects import FOR_FILES

TYPES = ("normal", "undefendable", "pure", "collateral", "ultimate", "status")
WHO = (
    "self",
    "target",
    "opponents",
    "all",
    "chosen_opponent",
    "chosen",
    "chosen_ally",
    "two_opponents",
    "others",
    "allies",
    "upto_two_opponents",
)
LISTS = (
    "effects",
    "then",
    "before",
    "otherwise",
    "if_ultimate",
    "explosion",
    "activation",
)  # keys that hold effects
_EXAMPLES = (
    "'deal 4', 'deal 5 undefendable', 'inflict stun', 'gain 2 evasive', 'heal 2 life', 'draw 1', 'gain 2 cp',"
    " 'lose 1 cp', 'steal 2 cp', 'add 3', 'prevent 3', 'prevent half', 'become undefendable', 'remove burn',"
    " 'remove 1 any', 'avoid', 'reflect', 'fizzle', 'grow 1', 'skip income', 'then' or a table with 'do'"
)


def _who(words: str) -> tuple[str, dict[str, str]]:
    match = re.match(r"^(.*?) (?:to|on|from|by) ([a-z_]+)$", words)
    if match and match[2] in WHO:
        return match[1], {"to": match[2]}
    return words, {}


def _amount(words: str) -> int | str:
    return int(words) if words.isdigit() else words


def sentence(text: str) -> dict[str, Any]:
    """One sentence as a table. Raises ValueError that says what was expected."""
    words, to = _who(text.strip())
    verb, _, rest = words.partition(" ")
    if verb == "deal" and rest:
        kind = next((kind for kind in TYPES if rest.endswith(" " + kind)), None)
        if kind:
            return {"do": "deal", "n": _amount(rest[: -len(kind) - 1]), "type": kind, **to}
        return {"do": "deal", "n": _amount(rest), **to}
    if verb in ("gain", "lose", "steal") and rest.endswith(" cp"):
        return {
            "do": {"gain": "cp", "lose": "lose_cp", "steal": "steal"}[verb],
            "n": _amount(rest[:-3]),
            **to,
        }
    if verb == "steal" and rest.endswith(" health"):
        return {"do": "steal", "what": "health", "n": _amount(rest[:-7]), **to}
    placing = verb in ("gain", "inflict", "remove")
    if placing and (match := re.match(r"^(?:(all|\d+|.+ x) )?([a-z_]+)$", rest)):
        effect: dict[str, Any] = {"do": verb, "status": match[2], **to}
        if match[1] == "all":
            effect["all"] = True
        elif match[1]:
            effect["n"] = _amount(match[1].removesuffix(" x"))
        return effect
    if verb in ("heal", "add", "draw", "discard", "weaken", "grow") and rest:
        return {"do": verb, "n": _amount(rest), **to}
    if verb == "prevent" and rest:
        return {"do": "prevent_half", **to} if rest == "half" else {"do": "prevent", "n": _amount(rest), **to}
    if verb == "become" and rest in TYPES:
        return {"do": "become", "type": rest}
    if verb == "skip" and rest:
        return {"do": "skip", "phase": rest}
    if verb == "raise" and (match := re.match(r"^([a-z_]+) by (\d+)$", rest)):
        return {"do": "raise_limit", "status": match[1], "by": int(match[2])}
    if words in (
        "avoid",
        "reflect",
        "fizzle",
        "transfer",
        "no_damage",
        "halve_own",
        "heal_dealt",
        "guard_status",
        "detonate",
        "then",
        "by_hand",
    ):
        return {"do": words, **to}
    raise ValueError(f"expected {_EXAMPLES}; got '{text}'")


def expand(data: Any, where: str = "") -> Any:
    """The same data with every sentence turned into a table. Raises ValueError that names the place."""
    if isinstance(data, list):
        return [expand(item, f"{where}[{i}]") for i, item in enumerate(data)]
    if not isinstance(data, dict):
        return data
    out: dict[str, Any] = {}
    for key, value in data.items():
        place = f"{where}.{key}" if where else key
        if key in LISTS and isinstance(value, list):
            out[key] = [_effect(item, f"{place}[{i}]") for i, item in enumerate(value)]
        elif key == "options" and isinstance(value, list):
            out[key] = [
                [_effect(item, f"{place}[{i}][{j}]") for j, item in enumerate(group)]
                for i, group in enumerate(value)
            ]
        else:
            out[key] = expand(value, place)
    return out


def _effect(item: Any, where: str) -> Any:
    if isinstance(item, str):
        try:
            return sentence(item)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from error
    if isinstance(item, dict) and item.get("do") not in FOR_FILES:
        raise ValueError(f"{where}.do: expected one of {', '.join(FOR_FILES)}; got '{item.get('do')}'")
    return expand(item, where)
