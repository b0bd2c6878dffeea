"""The geometry of dice: closed bodies, flat faces, and numbers where a maker puts them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.camera.simulation.numbering import D12_TABLES, d6_numbering, d12_numbering, numbering
from companion.camera.simulation.solids import SHAPES, ShapeName, Solid, solid

ROUNDINGS = (0.0, 0.05, 0.18, 0.35)
FACES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
SIDES = {"d4": 3, "d6": 4, "d8": 3, "d10": 4, "d12": 5, "d20": 3}


@pytest.fixture(params=[(s, r) for s in SHAPES for r in ROUNDINGS], ids=lambda p: f"{p[0]}-{p[1]}")
def body(request: pytest.FixtureRequest) -> Solid:
    return solid(*request.param)


def test_every_face_is_there(body: Solid) -> None:
    assert len(body.faces) == FACES[body.shape]
    assert {len(face.polygon) for face in body.faces} == {SIDES[body.shape]}
    assert set(body.face_of.tolist()) - {-1} == set(range(FACES[body.shape]))


def test_mesh_is_closed(body: Solid) -> None:
    places: dict[tuple[float, ...], int] = {}
    at = [places.setdefault(tuple(p), len(places)) for p in np.round(body.vertices, 6) + 0.0]
    edges = Counter((at[t[k]], at[t[(k + 1) % 3]]) for t in body.triangles for k in range(3))
    assert all(count == 1 and edges[b, a] == 1 for (a, b), count in list(edges.items()))


def test_triangles_and_normals_look_outward(body: Solid) -> None:
    a, b, c = (body.vertices[body.triangles[:, k]] for k in range(3))
    outward = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", outward, (a + b + c) / 3) > 0).all()
    for k in range(3):
        assert (np.einsum("ij,ij->i", outward, body.normals[body.triangles[:, k]]) > 0).all()
    assert np.allclose(np.linalg.norm(body.normals, axis=1), 1)


def test_faces_are_flat_and_keep_their_distance(body: Solid) -> None:
    height = 0.25 if body.shape == "d4" else 0.5
    assert body.inradius == pytest.approx(height)
    for index, face in enumerate(body.faces):
        corners = body.vertices[body.triangles[body.face_of == index]].reshape(-1, 3)
        assert np.allclose(corners @ face.normal, height)
        assert np.allclose(face.polygon @ face.normal, height)
        assert np.allclose(np.cross(face.u, face.v), face.normal)
        assert (body.vertices @ face.normal).max() == pytest.approx(height)


def test_inscribed_circle_touches_every_side(body: Solid) -> None:
    for face in body.faces:
        a = face.outline
        along = np.roll(a, -1, axis=0) - a
        distance = np.abs(along[:, 0] * a[:, 1] - along[:, 1] * a[:, 0]) / np.linalg.norm(along, axis=1)
        assert np.allclose(distance, face.radius)


def test_marks_lie_in_the_faces_axes(body: Solid) -> None:
    for index, triangle, uv in zip(body.face_of, body.triangles, body.uv, strict=True):
        if index < 0:
            assert not uv.any()
        else:
            face = body.faces[index]
            place = face.centre + face.radius * (uv[:, :1] * face.u + uv[:, 1:] * face.v)
            assert np.allclose(place, body.vertices[triangle])


def test_rounding_takes_the_corners_away() -> None:
    reach = [solid("d6", r).outradius for r in ROUNDINGS]
    assert reach == sorted(reach, reverse=True)
    assert reach[0] == pytest.approx(np.sqrt(0.75))
    assert solid("d6", 0.35).faces[0].radius == pytest.approx(0.5 * 0.65)
    with pytest.raises(ValueError, match="rounding"):
        solid("d6", 0.9)


@pytest.mark.parametrize("shape", [s for s in SHAPES if s != "d4"])
def test_opposite_faces_are_paired(shape: ShapeName) -> None:
    body = solid(shape, 0.1)
    for k in range(0, len(body.faces), 2):
        assert np.allclose(body.faces[k].normal, -body.faces[k + 1].normal)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_die_lies_on_the_face_that_is_asked_for(shape: ShapeName) -> None:
    body = solid(shape, 0.1)
    for index, face in enumerate(body.faces):
        turn = body.lying(index, 0.7)
        assert np.allclose(turn @ turn.T, np.eye(3))
        assert np.linalg.det(turn) == pytest.approx(1)
        assert body.read_face(turn) == index
        assert np.allclose((turn @ face.u)[:2], [np.cos(0.7), np.sin(0.7)])
        assert (turn @ body.vertices.T)[2].min() == pytest.approx(-body.inradius)


@pytest.mark.parametrize("table", ["A", "B"])
def test_d12_neighbours_are_those_of_the_table(table: str) -> None:
    body, numbers = solid("d12", 0.1), d12_numbering(table)
    assert sorted(numbers) == list(range(1, 13))
    for face, number in enumerate(numbers):
        assert {numbers[k] for k in body.neighbours[face]} == D12_TABLES[table][number]
        assert number + numbers[face ^ 1] == 13


def test_the_two_d12_tables_as_printed() -> None:
    assert D12_TABLES["A"][1] == {2, 4, 5, 6, 10}
    assert D12_TABLES["A"][12] == {3, 7, 8, 9, 11}
    assert D12_TABLES["B"][1] == {5, 6, 9, 10, 11}
    assert D12_TABLES["B"][12] == {2, 3, 4, 7, 8}
    for table in D12_TABLES.values():
        for number, near in table.items():
            assert {13 - n for n in near} == table[13 - number]


def test_d6_numbering_sums_to_seven_in_both_hands() -> None:
    body = solid("d6", 0.1)
    turns = {}
    for hand in ("right", "left"):
        numbers = d6_numbering(hand)  # type: ignore[arg-type]
        assert all(numbers[k] + numbers[k ^ 1] == 7 for k in range(6))
        one, two, three = (body.faces[numbers.index(n)].normal for n in (1, 2, 3))
        turns[hand] = float(np.linalg.det(np.array([one, two, three])))
    assert turns == {"right": pytest.approx(1), "left": pytest.approx(-1)}


@pytest.mark.parametrize(("shape", "total"), [("d8", 9), ("d10", 9), ("d20", 21)])
def test_other_numberings_have_a_constant_sum(shape: ShapeName, total: int) -> None:
    numbers = numbering(shape)
    assert len(set(numbers)) == FACES[shape]
    assert all(numbers[k] + numbers[k ^ 1] == total for k in range(FACES[shape]))
