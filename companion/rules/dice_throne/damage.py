"""The final-damage arithmetic, laid open: what the screen shows before anything is applied.

subtotal = base + adds − prevented             DT-45, step 2
each half is ceil(subtotal / 2), all from the same subtotal     step 3, DT-46
final = subtotal − halves, never below 0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.rules.core import Outcome
from companion.rules.dice_throne.amounts import half_up
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.houserules import DEFAULTS
from companion.rules.dice_throne.state import DiceThroneState, Entry, Healing, Packet
from companion.rules.text import Line, line


class Bill(msgspec.Struct, frozen=True):
    """One packet added up, line by line."""

    packet: Packet
    subtotal: int
    half: int  # what each half prevents
    final: int
    reflected: int  # to the attacker, for all reflections together (DT-47)

    def lines(self) -> tuple[Line, ...]:
        """The arithmetic in words, in the order it is done."""
        packet = self.packet
        out = [line("dt.bill.base", source=packet.source, n=packet.base)]
        out += [line("dt.bill.add", source=entry.source, n=entry.n) for entry in packet.adds]
        out += [line("dt.bill.prevent", source=entry.source, n=entry.n) for entry in packet.prevents]
        out.append(line("dt.bill.subtotal", n=self.subtotal))
        if packet.avoided is not None:
            out.append(line("dt.bill.avoided", source=packet.avoided))
        else:
            out += [line("dt.bill.half", source=source, n=self.half) for source in packet.halves]
            if packet.dimmed is not None:
                out.append(line("dt.bill.half", source=packet.dimmed, n=max(0, self.subtotal) // 2))
        out += [
            line("dt.bill.reflect", source=source, n=self.half)
            for source in packet.reflects
            if self.reflected
        ]
        if packet.guard:
            out.append(line("dt.bill.guarded", who=line(f"dt.status.{packet.guard}")))
        out.append(line("dt.bill.final", n=self.final))
        return tuple(out)


def bill(packet: Packet, rules: Mapping[str, int | str | bool] = DEFAULTS) -> Bill:
    subtotal = packet.base
    for entry in packet.adds:
        subtotal += entry.n
    for entry in packet.prevents:
        subtotal -= entry.n
    if subtotal < 0 and rules.get("negative_subtotal", "clamp") == "clamp":
        subtotal = 0
    half = half_up(subtotal)
    if packet.avoided is not None:  # DT-48
        return Bill(packet, subtotal, half, 0, 0)
    dimmed = 0 if packet.dimmed is None else max(0, subtotal) // 2
    final = max(0, subtotal - half * len(packet.halves) - dimmed)
    return Bill(packet, subtotal, half, final, max(0, half) * len(packet.reflects))


def bills(state: DiceThroneState) -> tuple[Bill, ...]:
    """All damage that is on its way, added up."""
    return tuple(bill(packet, state.rules) for packet in state.packets)


def avoidable(b: Bench, seat: int) -> list[int]:
    """Packets that this player may still reduce or avoid (DT-40, DT-41), the attack first; never a
    teammate's (DT-77), unless a text says "a chosen player".

    An isolated source is settled by itself: while one is there, it alone is answered (DT-9).
    """
    found = [
        i
        for i, packet in enumerate(b.packets)
        if packet.to == seat and packet.type != "ultimate" and packet.avoided is None
    ]
    alone = [i for i in found if b.packets[i].isolated]
    return alone[:1] or sorted(found, key=lambda i: not b.packets[i].attack)


def apply(b: Bench) -> None:
    """Damage and healing at the same moment, for everybody (DT-49)."""
    rest = list(b.packets)
    healings = tuple(b.healings)
    b.packets = []
    b.healings = []
    _apply(b, rest, healings)


def apply_isolated(b: Bench) -> None:
    """Isolated sources are applied by themselves, each alone (DT-9)."""
    alone = [packet for packet in b.packets if packet.isolated]
    b.packets = [packet for packet in b.packets if not packet.isolated]
    for packet in alone:
        _apply(b, (packet,), ())


def _apply(b: Bench, packets: Sequence[Packet], healings: Iterable[Healing]) -> None:
    damage = [0] * len(b.health)  # by dial: what hits several of a team adds up (DT-43, DT-76)
    healing = [0] * len(b.health)
    team = [fighter.team for fighter in b.fighters]
    for packet in packets:
        if packet.to < 0:
            continue
        added = bill(packet, b.rules)
        if packet.attack:
            b.dealt = added.final
        if packet.guard:
            _guarded(b, packet, added.final)
        else:
            damage[team[packet.to]] += added.final
            if added.final or packet.base or packet.adds:
                b.say("dt.takes", who=b.name(packet.to), n=added.final, source=packet.source)
        if packet.recoil and added.final >= 1:
            damage[team[packet.by]] += packet.recoil
            b.say("dt.takes", who=b.name(packet.by), n=packet.recoil, source=packet.source)
        if packet.bonus_cp and added.final >= 1:
            b.add_cp(packet.by, packet.bonus_cp)
            b.say("dt.gains_cp", who=b.name(packet.by), n=packet.bonus_cp)
        if added.reflected:
            damage[team[packet.by]] += added.reflected
            b.say("dt.takes", who=b.name(packet.by), n=added.reflected, source=packet.reflects[0])
    for heal in healings:
        n = b.dealt if heal.dealt else heal.n
        healing[team[heal.to]] += n
        b.say("dt.heals", who=b.name(heal.to), n=n)
    if not any(damage) and not any(healing):
        return
    cap = b.health_cap()
    for dial, health in enumerate(b.health):
        if health == 0:
            continue
        if b.rule("heal_with_damage") == "net_first":
            after = health - damage[dial] + healing[dial]
        else:
            after = min(cap, health + healing[dial]) - damage[dial]
        after = max(0, min(cap, after))
        if after == 0:
            after = saved(b, dial)
        b.health[dial] = after
    take_out(b)


def _guarded(b: Bench, packet: Packet, n: int) -> None:
    """A companion takes it; one without health is down."""
    b.lose(packet.to, packet.guard, n)
    b.say("dt.guarded", who=b.library.status_line(packet.guard), n=n, source=packet.source)
    if not b.tokens(packet.to, packet.guard):
        b.gain(packet.to, f"{packet.guard}_down", 1)


def saved(b: Bench, dial: int) -> int:
    """Blessing of Divinity: removed, and health is 1."""
    for seat, fighter in enumerate(b.fighters):
        if fighter.team == dial:
            for status in fighter.tokens:
                if b.library.statuses[status].saves:
                    b.lose(seat, status, 1)
                    b.say("dt.saved", who=b.name(seat), status=b.library.status_line(status))
                    return 1
    return 0


def take_out(b: Bench) -> None:
    """Who is at 0 has lost (DT-54); the last one standing wins (DT-57), none standing is a draw (DT-55).

    What a fallen player inflicted stays where it is (DT-56).
    """
    changed = False
    for seat, fighter in enumerate(b.fighters):
        out = b.health[fighter.team] == 0
        if out != fighter.out:
            changed = True
            b.change(seat, out=out)
            b.say("dt.out" if out else "dt.back", who=b.name(seat))
    if not changed:
        return
    standing = {b.fighters[seat].team for seat in b.living()}
    if len(standing) > 1:
        b.outcome = None
    elif not standing:
        b.outcome = Outcome((), line("dt.draw"))
    else:
        winners = tuple(seat for seat, fighter in enumerate(b.fighters) if fighter.team in standing)
        names = " + ".join(b.name(seat) for seat in winners)
        b.outcome = Outcome(winners, line("dt.wins", who=names))
    if b.outcome is not None:
        b.lines.append(b.outcome.reason)


def add_packet(b: Bench, packet: Packet) -> None:
    """What a player's own statuses do in one phase is one source (DT-10); the same source twice adds up."""
    for i, other in enumerate(b.packets):
        same = other.to == packet.to and other.by == packet.by and other.type == packet.type
        if same and not other.isolated and not packet.isolated:
            if packet.by < 0:
                entry = Entry(packet.source, packet.base)
                b.packets[i] = msgspec.structs.replace(other, adds=(*other.adds, entry))
                return
            if other.source == packet.source and not other.attack:
                b.packets[i] = msgspec.structs.replace(other, base=other.base + packet.base)
                return
    if packet.by < 0 and not packet.isolated:
        entry = Entry(packet.source, packet.base)
        packet = msgspec.structs.replace(packet, source=line("dt.own_statuses"), base=0, adds=(entry,))
    b.packets.append(packet)
