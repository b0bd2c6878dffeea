"""Draws one die with its soft shadow, off screen: a sprite that is laid on any table later."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import moderngl
import numpy as np
from numpy.typing import NDArray

from models.training import inks, shaders
from models.training.body import Body, body
from models.training.looks import Look

SIDE = 192  # of a sprite; the die is about 110 px long in it
SHARPER = 2  # drawn this much larger, then averaged
SHADOW_RAYS = 14
SKY_RAYS = 20


@dataclass
class Sprite:
    """SIDE × SIDE × 5: colour times cover (blue, green, red), cover, shadow on the table."""

    layers: NDArray[np.uint8]
    box: tuple[int, int, int, int]


class Renderer:
    def __init__(self) -> None:
        self.context = moderngl.create_context(standalone=True, backend="egl")
        self.program = self.context.program(shaders.BODY_VERTEX, shaders.BODY_FRAGMENT)
        self.light = self.context.program(shaders.LIGHT_VERTEX, shaders.LIGHT_FRAGMENT)
        self.shadow = self.context.program(shaders.SHADOW_VERTEX, shaders.SHADOW_FRAGMENT)
        size = (SIDE * SHARPER, SIDE * SHARPER)
        self.seen = self.context.texture(size, 4, dtype="f4")
        self.body = self.context.framebuffer([self.seen], self.context.depth_renderbuffer(size))
        self.target = self.context.framebuffer([self.context.texture(size, 4)])
        square = self.context.buffer(np.array([-1, -1, 1, -1, -1, 1, 1, 1], "f4").tobytes())
        self.square = self.context.vertex_array(self.light, [(square, "2f", "corner")])
        self.ground = self.context.framebuffer([self.context.texture((SIDE, SIDE), 1, dtype="f2")])
        self.meshes: dict[tuple[str, float, float], tuple[moderngl.VertexArray, moderngl.VertexArray]] = {}

    def draw(self, look: Look, seed: int) -> Sprite:
        rng = np.random.default_rng(seed)
        shape, turn, place = _posed(look, rng)
        fine, coarse = self._mesh(shape)
        camera, eye = _camera(look, place[2], _reach(look, shape))
        self._settings(look, shape, turn, place, camera, eye)

        self.body.use()
        self.body.clear(0, 0, 0, 0)
        self.context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        fine.render()
        self.target.use()
        self.target.clear(0, 0, 0, 0)
        self.context.enable_only(moderngl.NOTHING)
        texture = self._marks(look)
        texture.use(0)
        self.seen.use(1)
        self.light["marks"], self.light["seen"] = 0, 1
        self.target.scissor = _around_die(shape, turn * look.squash, place, camera)
        self.square.render(moderngl.TRIANGLE_STRIP)
        self.target.scissor = None
        texture.release()
        colour = np.frombuffer(self.target.read(components=4), np.uint8).reshape(
            SIDE * SHARPER, SIDE * SHARPER, 4
        )
        colour = cv2.resize(colour, (SIDE, SIDE), interpolation=cv2.INTER_AREA)[::-1, :, [2, 1, 0, 3]]

        shadow = self._shadow(look, turn, place, camera, coarse, rng)
        layers = np.dstack([colour, shadow])
        rows, columns = (
            np.flatnonzero(colour[..., 3].max(1) > 100),
            np.flatnonzero(colour[..., 3].max(0) > 100),
        )
        return Sprite(
            np.ascontiguousarray(layers),
            (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1),
        )

    def _mesh(self, shape: Body) -> tuple[moderngl.VertexArray, moderngl.VertexArray]:
        key = (shape.name, shape.sharpness, shape.ball)
        if key not in self.meshes:
            pair = []
            for program, points, triangles in (
                (self.program, shape.points, shape.triangles),
                (self.shadow, shape.coarse_points, shape.coarse_triangles),
            ):
                vertices = self.context.buffer(points.astype("f4").tobytes())
                index = self.context.buffer(triangles.astype("i4").tobytes())
                pair.append(self.context.vertex_array(program, [(vertices, "3f", "position")], index))
            self.meshes[key] = (pair[0], pair[1])
        return self.meshes[key]

    def _marks(self, look: Look) -> moderngl.TextureArray:
        stack = np.stack([np.clip(face[::-1], 0, 1) * 255 for face in look.faces]).astype(np.uint8)
        texture = self.context.texture_array(
            (inks.SIDE, inks.SIDE, len(stack)), 3, stack.tobytes(), alignment=1
        )
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
        return texture

    def _settings(
        self,
        look: Look,
        shape: Body,
        turn: NDArray[np.float64],
        place: NDArray[np.float64],
        camera: NDArray[np.float64],
        eye: NDArray[np.float64],
    ) -> None:
        faces = shape.solid.faces

        def padded(rows: list[NDArray[np.float64]]) -> list[tuple[float, ...]]:
            return [tuple(r) for r in rows] + [(0.0, 0.0, 0.0)] * (20 - len(rows))

        values: dict[str, object] = {
            **look.settings,
            "view_projection": tuple(camera.T.ravel()),
            "turn": tuple(turn.T.ravel()),
            "squash": look.squash,
            "place": tuple(place),
            "eye": tuple(eye),
            "faces": len(faces),
            "inradius": shape.solid.inradius,
            "radius": faces[0].radius,
            "sharpness": shape.sharpness,
            "ball": shape.ball,
            "face_normal": padded([f.normal for f in faces]),
            "face_u": padded([f.u for f in faces]),
            "face_v": padded([f.v for f in faces]),
            "face_centre": padded([f.centre for f in faces]),
            "mark_level": 0.0,
        }
        for name, value in values.items():
            for program in (self.program, self.light):
                if name in program:
                    program[name] = value

    def _shadow(
        self,
        look: Look,
        turn: NDArray[np.float64],
        place: NDArray[np.float64],
        camera: NDArray[np.float64],
        mesh: moderngl.VertexArray,
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        ways = look.settings["light_way"]
        strengths = [float(np.mean(c)) for c in look.settings["light_colour"]]  # type: ignore[attr-defined]
        sky = float(np.mean(look.settings["sky"])) * 2.0  # type: ignore[arg-type]
        total = sum(s * w[2] for s, w in zip(strengths, ways, strict=True)) + sky  # type: ignore[call-overload]
        self.ground.use()
        self.ground.clear(0, 0, 0, 0)
        self.context.enable_only(moderngl.BLEND | moderngl.CULL_FACE)
        self.context.blend_func = moderngl.ONE, moderngl.ONE
        for name, value in (("view_projection", camera.T), ("turn", turn.T)):
            self.shadow[name] = tuple(value.ravel())
        self.shadow["squash"], self.shadow["place"] = look.squash, tuple(place)
        spread = float(rng.uniform(0.02, 0.3))
        rays: list[tuple[NDArray[np.float64], float]] = []
        for way, strength in zip(ways, strengths, strict=True):  # type: ignore[call-overload]
            count = SHADOW_RAYS if strength > 0.3 else 0
            for _ in range(count):
                ray = np.array(way) + rng.normal(0, spread, 3)
                rays.append((ray, strength * way[2] / total / count))
        for _ in range(SKY_RAYS):
            ray = rng.normal(0, 1, 3)
            ray[2] = abs(ray[2]) + 0.15
            rays.append((ray, sky / total / SKY_RAYS))
        for ray, weight in rays:
            ray /= np.linalg.norm(ray)
            ray[2] = max(ray[2], 0.2)
            self.shadow["way"] = tuple(ray)
            self.shadow["weight"] = weight
            mesh.render()
        data = np.frombuffer(self.ground.read(components=1, dtype="f2"), np.float16).reshape(SIDE, SIDE)
        return (np.clip(cv2.GaussianBlur(data.astype(np.float32)[::-1], (0, 0), 1.2), 0, 1) * 255).astype(
            np.uint8
        )


def top_face(look: Look, seed: int) -> tuple[float, float]:
    """Where the middle of the face that is read lies in the sprite, px."""
    shape, turn, place = _posed(look, np.random.default_rng(seed))
    camera, _ = _camera(look, place[2], _reach(look, shape))
    centre = turn @ (shape.solid.faces[look.top].centre * look.squash)
    x, y = _pixels((centre + place)[None], camera)[0] / SHARPER
    return float(x), float(SIDE - y)  # the sprite's rows run downwards


def _reach(look: Look, shape: Body) -> float:
    """From the middle of the body to its farthest corner."""
    return float(np.linalg.norm(shape.solid.vertices * look.squash, axis=1).max())


def _posed(look: Look, rng: np.random.Generator) -> tuple[Body, NDArray[np.float64], NDArray[np.float64]]:
    """The die's body, how it is turned, and where its middle is."""
    shape = body(look.shape, look.sharpness, look.ball)
    turn = _lean(look.tilt, rng) @ shape.solid.lying(look.top, look.angle)
    lowest = float((shape.points @ (turn * look.squash).T)[:, 2].min())
    return shape, turn, np.array([0.0, 0.0, -lowest])


def _pixels(points: NDArray[np.float64], camera: NDArray[np.float64]) -> NDArray[np.float64]:
    seen = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ camera.T
    return np.asarray((seen[:, :2] / seen[:, 3:] * 0.5 + 0.5) * SIDE * SHARPER)


def _around_die(
    shape: Body, turn: NDArray[np.float64], place: NDArray[np.float64], camera: NDArray[np.float64]
) -> tuple[int, int, int, int]:
    pixels = _pixels(shape.coarse_points @ turn.T + place, camera)
    low, high = np.floor(pixels.min(0)).astype(int) - 4, np.ceil(pixels.max(0)).astype(int) + 4
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _lean(degrees: float, rng: np.random.Generator) -> NDArray[np.float64]:
    turn = float(rng.uniform(0, 2 * np.pi))
    axis = np.array([cos(turn), sin(turn), 0.0]) * radians(degrees)
    return np.asarray(cv2.Rodrigues(axis)[0], np.float64)


def _camera(look: Look, middle: float, outradius: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A view from above and before the die; up in the picture is away from the camera."""
    slant = radians(look.off_vertical)
    centre = np.array([0.0, 0.0, middle])
    back = np.array([0.0, -sin(slant), cos(slant)])
    eye = centre + back * look.distance
    right = np.array([1.0, 0.0, 0.0])
    up = np.cross(back, right)
    view = np.eye(4)
    view[:3, :3] = np.stack([right, up, back])
    view[:3, 3] = -view[:3, :3] @ eye
    # The sprite shows 1.5 times the ball around the die, so that a part of its shadow fits in.
    half = 1.5 * outradius / look.distance
    near, far = look.distance * 0.3, look.distance * 3
    frustum = np.array(
        [
            [1 / half, 0, 0, 0],
            [0, 1 / half, 0, 0],
            [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, -1, 0],
        ]
    )
    return frustum @ view, eye
