"""Draws a scene with mitsuba, a path tracer: light, shadow and reflection come out as they do on a real table."""

from __future__ import annotations

import ctypes
import os
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.measuring.scenes import HEIGHT, WIDTH, Scene, Thing
from models.measuring.textures import Texture

Picture = NDArray[np.uint8]
SAMPLES = 16  # rays a pixel: a little noise is left, as in a dim room
BOUNCES = 6
OLDEST_LLVM = 19  # 16 aborts on processors with AVX-512


class RendererError(Exception):
    """Mitsuba cannot be used; the text says what to install."""


def load() -> Any:
    """The library, ready to draw. Raises RendererError."""
    # Chosen before mitsuba looks by itself: with an older one it does not fail, it aborts.
    os.environ.setdefault("DRJIT_LIBLLVM_PATH", _llvm())
    try:
        import mitsuba
    except ImportError:
        raise RendererError(
            "Rendering test pictures needs mitsuba. In a checkout, run: pip install -e '.[measuring]'"
        ) from None
    try:
        mitsuba.set_variant("llvm_ad_rgb")
    except ImportError as problem:
        raise RendererError(f"Mitsuba cannot use the LLVM library: {problem}") from None
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    return mitsuba


def _llvm() -> str:
    """The newest LLVM library that is installed and new enough."""
    for version in range(24, OLDEST_LLVM - 1, -1):
        for name in (f"libLLVM.so.{version}.1", f"libLLVM-{version}.so", f"libLLVM-{version}.so.1"):
            try:
                ctypes.CDLL(name)
            except OSError:
                continue
            return name
    raise RendererError(f"Rendering needs LLVM {OLDEST_LLVM} or newer. Install Debian's libllvm19.")


def render(scene: Scene, samples: int = SAMPLES) -> Picture:
    """The picture as a camera takes it. Raises RendererError."""
    mi = load()
    eye, _, up, _ = scene.camera.axes
    given: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": BOUNCES},
        "sensor": {
            "type": "perspective",
            "fov": scene.camera.view,
            "to_world": mi.ScalarTransform4f().look_at(
                list(map(float, eye)), [0, 0, 0], list(map(float, up))
            ),
            "film": {"type": "hdrfilm", "width": WIDTH, "height": HEIGHT, "rfilter": {"type": "gaussian"}},
            "sampler": {"type": "independent"},
        },
        "light": {
            "type": "envmap",
            "bitmap": mi.Bitmap(scene.light),
            # Mitsuba's surroundings have y overhead; here it is z.
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
        "table": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f().scale(scene.table_side / 2),
            "bsdf": _material(mi, scene.table, scene.roughness, 0.0, 0.0),
        },
    }
    for number, thing in enumerate(scene.things):
        given[f"thing{number}"] = _mesh(mi, thing)
    drawn = np.array(mi.render(mi.load_dict(given), spp=samples, seed=scene.seed % (1 << 31)))
    return develop(drawn[..., :3], np.random.default_rng(scene.seed))


def _material(mi: Any, colour: Texture, roughness: float, metallic: float, clear: float) -> dict[str, Any]:
    return {
        "type": "principled",
        "base_color": {
            "type": "bitmap",
            "bitmap": mi.Bitmap(np.ascontiguousarray(colour, np.float32)),
            "raw": True,
            "wrap_mode": "clamp",
        },
        "roughness": roughness,
        "metallic": metallic,
        "specular": 0.5,
        "spec_trans": clear,
    }


def _mesh(mi: Any, thing: Thing) -> Any:
    material: dict[str, Any] = _material(mi, thing.colour, thing.roughness, thing.metallic, thing.clear)
    if thing.height is not None:
        relief = mi.Bitmap(np.ascontiguousarray(thing.height[..., None], np.float32))
        relief_texture = {"type": "bitmap", "bitmap": relief, "raw": True, "wrap_mode": "clamp"}
        material = {"type": "bumpmap", "relief": relief_texture, "scale": 0.06, "bsdf": material}
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(material)
    count = len(thing.points)
    mesh = mi.Mesh(
        "thing", count, count // 3, props=properties, has_vertex_normals=True, has_vertex_texcoords=True
    )
    values = mi.traverse(mesh)
    values["vertex_positions"] = thing.points.ravel()
    values["vertex_normals"] = thing.normals.ravel()
    values["vertex_texcoords"] = thing.places.ravel()
    values["faces"] = np.arange(count, dtype=np.uint32)
    values.update()
    return mesh


def develop(light: NDArray[np.float32], rng: np.random.Generator) -> Picture:
    """What a camera makes of the light: exposure, lens, noise, JPEG."""
    # Now and then a path ends in a number that is none, and would spoil the exposure of all.
    light = np.nan_to_num(light, nan=0.0, posinf=0.0, neginf=0.0)
    # A ray that met a lamp by chance is a white dot; no lens makes one.
    around = cv2.medianBlur(np.ascontiguousarray(light, np.float32), 3)
    stray = light.max(axis=2) > 1.8 * around.max(axis=2) + 0.02
    light = np.where(stray[..., None], around, light)
    bright = light.mean(axis=2)
    # The table is as bright as it should be, unless that would burn out more than the lamps' reflections.
    gain = min(
        float(rng.uniform(0.32, 0.6)) / max(1e-4, float(np.percentile(bright, 70))),
        1.0 / max(1e-4, float(np.percentile(bright, 98.5))),
    )
    exposed = light * gain
    tinted = exposed * np.array([float(rng.uniform(0.93, 1.07)), 1.0, float(rng.uniform(0.9, 1.1))])
    shown = (np.clip(tinted, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)[..., ::-1]
    # The renderer's own noise first; what is left looks like a camera's.
    calm = cv2.fastNlMeansDenoisingColored(np.ascontiguousarray(shown), None, 3, 3, 3, 9).astype(np.float32)
    soft = cv2.GaussianBlur(calm, (0, 0), float(rng.uniform(0.3, 0.8)))
    noisy = soft + rng.normal(0, float(rng.uniform(0.5, 4.0)), soft.shape)
    quality = int(rng.integers(70, 96))
    _, data = cv2.imencode(
        ".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
