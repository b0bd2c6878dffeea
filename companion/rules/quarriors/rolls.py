"""From dice that lie on the table to dice that count: what was drawn, what it shows, and whether it adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules.core import DiceWanted, KindWanted, TableDie
from companion.rules.quarriors import effects as e
from companion.rules.quarriors.actions import Settle
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import KIND, class_of
from companion.rules.quarriors.faces import face_line
from companion.rules.quarriors.state import Context, Do, Lying, Shown, Want
from companion.rules.text import Line, line

ANY_KIND = "quarriors"  # where dice of several kinds are wanted


# Drawing (QR-13)


def draw(b: Bench, seat: int, n: int) -> tuple[tuple[int, ...], int, int]:
    """Take n dice from the bag. Says which are known, how many come out that nobody knows yet, and how many lack.

    A bag that is too small is emptied and filled with the Used Pile; what is known lies in the Active Pool.
    """
    bag, used = b.players[seat].bag, b.players[seat].used
    taken: list[int] = []
    lacking = 0
    if n >= len(bag):
        taken, n, bag = list(bag), n - len(bag), ()
        if n and used:
            b.say("qr.refills", who=b.name(seat), n=len(used))
            bag, used = used, ()
    if n >= len(bag) or len({b.kinds[die] for die in bag}) == 1:  # there is nothing to find out
        known = bag[:n]
        taken, lacking, bag, n = [*taken, *known], n - len(known), bag[len(known) :], 0
    b.change(seat, bag=bag, used=used)
    b.to_pool(seat, *taken)
    return tuple(taken), n, lacking


def want(b: Bench, seat: int, must: Sequence[int], n: int, roll: bool = True) -> None:
    """Draw n dice and roll them with these; or draw them only."""
    taken, unknown, lacking = draw(b, seat, n)
    if roll and (must or taken or unknown):
        b.push(Want(seat, (*must, *taken), unknown, lacking))
    elif unknown:
        b.push(Want(seat, (), unknown, lacking, roll=False))


def wanted(b: Bench) -> Want | None:
    top = b.stack[-1] if b.stack and not b.over() else None
    return top if isinstance(top, Want) else None


def count(frame: Want) -> int:
    return len(frame.must) + frame.draw


def dice_wanted(b: Bench, frame: Want) -> DiceWanted:
    """How many of each class there can be: those that must be rolled, and what the bag holds."""
    classes = possible(b, frame)
    n = count(frame)
    if len(classes) == 1:
        return DiceWanted(KIND + classes[0], n, n)
    must = Counter(b.kinds[die] for die in frame.must)
    bag = Counter(b.kinds[die] for die in b.players[frame.seat].bag) if frame.draw else Counter()
    kinds = tuple(KindWanted(KIND + c, must[c], must[c] + min(bag[c], frame.draw)) for c in classes)
    return DiceWanted(ANY_KIND, n, n, kinds=kinds)


def possible(b: Bench, frame: Want) -> list[str]:
    """The classes that can be among these dice: the reader chooses among them."""
    bag = b.players[frame.seat].bag if frame.draw else ()
    return list(dict.fromkeys(b.kinds[die] for die in (*frame.must, *bag)))


def missing(b: Bench, frame: Want, shown: Sequence[Shown]) -> list[str]:
    """The classes that one more die of this roll can have: those that must come, then the likeliest."""
    must = Counter(b.kinds[die] for die in frame.must)
    bag = Counter(b.kinds[die] for die in b.players[frame.seat].bag)
    told = Counter(die.kind for die in shown)
    found = [class_ for class_ in must if told[class_] < must[class_]]
    drawn = {class_: told[class_] - must[class_] for class_ in told if told[class_] > must[class_]}
    if sum(drawn.values()) < frame.draw:
        found += [c for c, n in bag.most_common() if c not in found and drawn.get(c, 0) < n]
    return found


def faces_of(b: Bench, frame: Want, class_: str) -> tuple[str, ...]:
    """What can be told of a die: its face, or that it was drawn."""
    return tuple(dict.fromkeys(b.library.dice[class_].faces)) if frame.roll else ("",)


# Does it add up?


def read(b: Bench, frame: Want, dice: Sequence[TableDie]) -> tuple[Shown, ...] | Line:
    """The dice that were thrown, or why they mean nothing. Dice that lie there untouched do not count."""
    thrown = [die for die in dice if die.thrown]
    if not thrown:
        return line("qr.roll.nothing", who=b.name(frame.seat), n=count(frame))
    for die in thrown:
        class_ = class_of(die.kind)
        if class_ not in b.library.dice or die.face not in b.library.dice[class_].faces:
            return line("qr.roll.strange", who=b.name(frame.seat))
    return tuple(Shown(class_of(die.kind), die.face if frame.roll else "") for die in thrown)


def surplus(b: Bench, frame: Want, shown: Sequence[Shown]) -> list[int]:
    """Dice of this roll that cannot be what they were read as: the collection has no more of them."""
    must = Counter(b.kinds[die] for die in frame.must)
    bag = Counter(b.kinds[die] for die in b.players[frame.seat].bag) if frame.draw else Counter()
    told: Counter[str] = Counter()
    found = []
    for at, die in enumerate(shown):
        told[die.kind] += 1
        if told[die.kind] > must[die.kind] + bag[die.kind]:
            found.append(at)
    return found


def absent(b: Bench, frame: Want, shown: Sequence[Shown]) -> list[str]:
    """Classes of dice that must be rolled and were not seen."""
    told = Counter(die.kind for die in shown)
    must = Counter(b.kinds[die] for die in frame.must)
    return [class_ for class_ in must if told[class_] < must[class_]]


def problem(b: Bench, frame: Want, shown: Sequence[Shown]) -> Line | None:
    """What is wrong with the count; None when it adds up."""
    who, n = b.name(frame.seat), count(frame)
    wrong = surplus(b, frame, shown)
    if wrong:
        return line("qr.odd.not_yours", who=who, die=b.class_line(shown[wrong[0]].kind))
    if len(shown) > n:
        return line("qr.odd.many", who=who, n=n, got=len(shown))
    gone = absent(b, frame, shown)
    if gone:
        return line("qr.odd.absent", who=who, die=b.class_line(gone[0]))
    if len(shown) < n:
        return line("qr.odd.few", who=who, n=n, got=len(shown))
    return None


def take(b: Bench, frame: Want, shown: tuple[Shown, ...]) -> None:
    """The dice that were read; what does not add up is kept until the players settle it."""
    wrong = problem(b, frame, shown)
    if wrong is None:
        _count(b, frame, shown)
        return
    b.stack[-1] = replace(frame, odd=shown, shown=())
    b.lines.append(wrong)


def tell(b: Bench, frame: Want, die: Shown) -> None:
    """One more die by touch."""
    shown = (*frame.shown, die)
    if len(shown) == count(frame):
        _count(b, frame, shown)
    else:
        b.stack[-1] = replace(frame, shown=shown, odd=())
        b.say("qr.tells", who=b.name(frame.seat), die=shown_line(b, die.kind, die.face))


def _count(b: Bench, frame: Want, shown: Sequence[Shown]) -> None:
    """All dice are known: dice of a kind are alike, so any of them will do."""
    b.stack.pop()
    seat = frame.seat
    must = list(frame.must)
    bag = list(b.players[seat].bag)
    result: list[Lying] = []
    for told in sorted(shown, key=lambda die: die.kind):
        zone = must if any(b.kinds[die] == told.kind for die in must) else bag
        die = next(die for die in zone if b.kinds[die] == told.kind)
        zone.remove(die)
        result.append(Lying(die, told.face))
    faces = {lying.die: lying for lying in result}
    _say_each(b, seat, "qr.rolls" if frame.roll else "qr.draws", shown)
    if frame.aside:  # where it goes is told by its face
        then = tuple(e.Arrive(lying.die, lying.face) for lying in result)
        b.push(Do(then, Context(seat)))
        return
    old = tuple(faces.pop(lying.die, lying) for lying in b.players[seat].pool)
    b.change(seat, bag=tuple(bag), pool=(*old, *faces.values()))
    b.rolled = b.rolled or frame.roll


def _say_each(b: Bench, seat: int, id: str, shown: Sequence[Shown]) -> None:
    """A line for each die, and one for those that are alike: six dice in one line are too much to read."""
    for die, n in Counter(shown).items():
        b.say(id, who=b.name(seat), dice=words(b, [die] * n))


def words(b: Bench, shown: Sequence[Shown]) -> Line:
    """ "2 × Assistant 1/1/2, 4 × Basic Quiddity 1": of quiddity only how much, for a line of the log is short."""
    whole: Line | None = None
    for die, n in Counter(shown).items():
        one = shown_line(b, die.kind, die.face)
        if die.face.startswith("q") and die.face[1:].isdigit():
            one = line("qr.shown", die=b.class_line(die.kind), face=line("qr.named", name=die.face[1:]))
        one = line("qr.times", n=n, what=one) if n > 1 else one
        whole = one if whole is None else line("qr.list", a=whole, b=one)
    return whole if whole is not None else line("qr.none")


def shown_line(b: Bench, class_: str, face: str) -> Line:
    """A die by its name, with the face it shows if it shows one."""
    if not face:
        return b.class_line(class_)
    known = class_ in b.library.dice and face in b.library.dice[class_].faces
    words = face_line(face) if known else line("qr.named", name=face)
    return line("qr.shown", die=b.class_line(class_), face=words)


# Settling what does not add up


def settlements(b: Bench, frame: Want) -> list[Settle]:
    """One tap each, the likeliest first."""
    found: list[Settle] = []
    wrong = surplus(b, frame, frame.odd)
    extra = len(frame.odd) > count(frame)
    for at in wrong[:1]:
        if extra:
            found.append(Settle("drop", at))
        if _room_for_another(b, frame):
            found += [
                Settle(zone, at) for zone in ("used", "wilds", "box") if source(b, frame, at, zone) >= 0
            ]
        rest = tuple(die for index, die in enumerate(frame.odd) if index != at)
        for class_ in missing(b, frame, rest):
            found += [Settle("is", at, class_, face) for face in faces_of(b, frame, class_)]
    if not wrong and extra:
        seen: set[Shown] = set()
        for at, die in enumerate(frame.odd):
            if die not in seen:
                seen.add(die)
                found.append(Settle("drop", at))
    if len(frame.odd) < count(frame):
        for class_ in missing(b, frame, frame.odd):
            found += [Settle("add", -1, class_, face) for face in faces_of(b, frame, class_)]
    elif not wrong and not extra:  # the right number, but a die that must be rolled was not seen
        for class_ in absent(b, frame, frame.odd):
            for at, die in enumerate(frame.odd):
                if _spare(b, frame, die.kind) and die not in frame.odd[:at]:
                    found += [Settle("is", at, class_, face) for face in faces_of(b, frame, class_)]
    return [*found, Settle("again")]


def _spare(b: Bench, frame: Want, class_: str) -> bool:
    """More of these were seen than must be there."""
    seen = sum(die.kind == class_ for die in frame.odd)
    return seen > sum(b.kinds[die] == class_ for die in frame.must)


def _room_for_another(b: Bench, frame: Want) -> bool:
    """Whether a die that was not in the bag can be one of those that were drawn: in place of another, or one more."""
    if frame.draw:
        return True
    return frame.lacking > 0 if len(frame.odd) > count(frame) else _stayed(b, frame) >= 0


def _stayed(b: Bench, frame: Want) -> int:
    """A die that was thought to be drawn, was not rolled before and is not seen; -1 where there is none."""
    unseen = absent(b, frame, frame.odd)
    new = {lying.die for lying in b.players[frame.seat].pool if not lying.face}
    return next((die for die in frame.must if b.kinds[die] in unseen and die in new), -1)


def _make_room(b: Bench, frame: Want) -> Want:
    """The whole bag was to be rolled. With one more die in it another stayed there, or fewer were lacking."""
    if frame.draw:
        return frame
    if len(frame.odd) > count(frame):
        return replace(frame, draw=1, lacking=frame.lacking - 1)
    die = _stayed(b, frame)
    b.leave_pool(frame.seat, die)
    b.change(frame.seat, bag=(*b.players[frame.seat].bag, die))
    return replace(frame, must=tuple(other for other in frame.must if other != die), draw=1)


def source(b: Bench, frame: Want, at: int, zone: str) -> int:
    """A die of the class that was read, in this zone; -1 where there is none."""
    class_ = frame.odd[at].kind
    if class_ not in b.cards:  # no such die is in this game
        return -1
    player = b.players[frame.seat]
    dice = {"used": player.used, "wilds": b.wilds.get(class_, ()), "box": b.box}[zone]
    return next((die for die in dice if b.kinds[die] == class_), -1)


def settle(b: Bench, frame: Want, action: Settle) -> None:
    """`action` is one of `settlements`."""
    who, odd = b.name(frame.seat), list(frame.odd)
    if action.how == "again":  # put all back, shake, draw again (QR-7)
        b.stack[-1] = replace(frame, odd=())
        b.say("qr.settle.again", who=who)
        return
    if action.how == "drop":
        gone = odd.pop(action.at)
        b.say("qr.settle.drop", who=who, die=shown_line(b, gone.kind, gone.face))
    elif action.how == "is":
        odd[action.at] = Shown(action.kind, action.face)
        b.say("qr.settle.is", who=who, die=shown_line(b, action.kind, action.face))
    elif action.how == "add":
        odd.append(Shown(action.kind, action.face))
        b.say("qr.settle.add", who=who, die=shown_line(b, action.kind, action.face))
    else:
        die = source(b, frame, action.at, action.how)
        class_ = b.kinds[die]
        frame = _make_room(b, frame)
        player = b.players[frame.seat]
        if action.how == "used":
            b.change(frame.seat, used=tuple(other for other in player.used if other != die))
        elif action.how == "wilds":
            b.wilds[class_] = tuple(other for other in b.wilds[class_] if other != die)
        else:
            b.box = tuple(other for other in b.box if other != die)
        b.change(frame.seat, bag=(*player.bag, die))
        b.say("qr.settle.found", who=who, die=b.class_line(class_))
    take(b, frame, tuple(odd))
