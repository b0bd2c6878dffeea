"""Which function carries out which action. Each checks first, and refuses in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.core import Adjust
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import (
    answers,
    cleanup,
    corrections,
    draft,
    fight,
    journey,
    shop,
    throwing,
)
from companion.rules.dungeon_fighter.bench import Bench


def recover(b: Bench, _: a.Recover) -> None:
    fight.recover(b)


def retreat(b: Bench, _: a.Retreat) -> None:
    fight.retreat(b)


ACTS: dict[type, Callable[[Bench, Any], None]] = {
    a.Enter: journey.enter,
    a.Descend: journey.descend,
    a.FaceBoss: journey.face_boss,
    a.Meet: journey.meet,
    a.Answer: answers.answer,
    a.Say: draft.say,
    a.Seen: draft.see,
    a.Confirm: throwing.confirm,
    a.Throw: throwing.throw,
    a.Recover: recover,
    a.Retreat: retreat,
    a.Use: shop.use,
    a.PutScar: cleanup.put_scar,
    a.Reward: cleanup.reward,
    a.Gain: shop.gain,
    a.Buy: shop.buy,
    a.BuyDie: shop.buy_die,
    a.BuyHealing: shop.buy_healing,
    a.Give: cleanup.give,
    a.Drop: cleanup.drop,
    a.Onward: cleanup.onward,
    a.Mark: corrections.mark,
    a.Retype: corrections.retype,
    a.Sheet: corrections.sheet,
    Adjust: corrections.adjust,
}
AT_THE_END = (Adjust,)  # what may still be done when the adventure is over
