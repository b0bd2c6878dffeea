"""The five networks, plain convolutions only: fast on a small computer, and simple to export."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 8
FAMILIES = ("d6", "d12", "other")
MARKS = ("pips", "numerals", "symbol", "not a die")
EMBEDDING = 128
SEEN = 192 + 192 + 128  # features of a crop: averages, maxima, and those that know their place


class Conv(nn.Sequential):
    """Convolution, normalisation, rectifier."""

    def __init__(self, inputs: int, outputs: int, size: int = 3, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class Narrow(nn.Module):
    """Two convolutions through a narrow middle, added to what came in."""

    def __init__(self, width: int, middle: int) -> None:
        super().__init__()
        self.first = Conv(width, middle)
        self.second = nn.Sequential(nn.Conv2d(middle, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """Finds dice: a heat map a family, the box and the angle at every cell of 8 × 8 px."""

    def __init__(self) -> None:
        super().__init__()
        self.at4 = nn.Sequential(Conv(3, 16, 3, 2), Conv(16, 32, 3, 2))
        self.at8 = nn.Sequential(Conv(32, 64, 3, 2), Narrow(64, 32))
        self.at16 = nn.Sequential(Conv(64, 96, 3, 2), Narrow(96, 48), Narrow(96, 48))
        self.at32 = nn.Sequential(Conv(96, 128, 3, 2), Narrow(128, 64), Narrow(128, 64))
        self.from32 = nn.Conv2d(128, 96, 1)
        self.mix16 = Conv(96, 96)
        self.from16 = nn.Conv2d(96, 64, 1)
        self.mix8 = Conv(64, 64)
        self.head = Conv(64, 64)
        self.out = nn.Conv2d(64, 3 + 4 + 2, 1)
        nn.init.constant_(cast(Tensor, self.out.bias)[:3], -4.0)

    def raw(self, picture: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Heat before the sigmoid, sides in pixels, angle of any length."""
        at8 = self.at8(self.at4(picture - 0.5))
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        up16 = self.mix16(at16 + _twice(self.from32(at32)))
        up8 = self.mix8(at8 + _twice(self.from16(up16)))
        out = self.out(self.head(up8))
        return out[:, :3], 16.0 * torch.exp(out[:, 3:7].clamp(-4.0, 3.0)), out[:, 7:]

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        heat, sides, angle = self.raw(picture)
        return torch.sigmoid(heat), sides, angle / torch.sqrt((angle * angle).sum(1, keepdim=True) + 1e-12)


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Looking(nn.Module):
    """What the networks that see crops have in common: how they look, and what they notice."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 24, 3, 2),
            Conv(24, 48),
            Conv(48, 64, 3, 2),
            Narrow(64, 32),
            Conv(64, 96, 3, 2),
            Narrow(96, 48),
            Conv(96, 192, 3, 2),
        )
        # Averages and maxima forget where on the die a mark is; this does not: the top face is the one in the middle.
        self.where = nn.Sequential(
            nn.Conv2d(192, 128, 4, bias=False), nn.BatchNorm2d(128), nn.ReLU(inplace=True)
        )

    def features(self, crops: Tensor) -> Tensor:
        seen = self.body(crops - 0.5)
        return torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3)), self.where(seen).flatten(1)], dim=1)


class Reading(Looking):
    """And what those have in common that read a value."""

    def __init__(self) -> None:
        super().__init__()
        self.neck = nn.Sequential(nn.Linear(SEEN, 192), nn.ReLU(inplace=True))


class Faces(Reading):
    """Reads the top face of one die: its marks, pips or numeral, place, embedding, and the solid."""

    def __init__(self) -> None:
        super().__init__()
        self.read = nn.Linear(192, 4 + 6 + 13 + 2 + 3)
        # Without the normalisation every embedding would point the way that all crops have in common.
        self.name = nn.Sequential(
            nn.Linear(SEEN, EMBEDDING, bias=False), nn.BatchNorm1d(EMBEDDING, affine=False)
        )

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        features = self.features(crops)
        read = self.read(self.neck(features))
        name = unit(self.name(features))
        return read[:, :4], read[:, 4:10], read[:, 10:23], name, read[:, 23:25], read[:, 25:]


class Numerals(Reading):
    """Reads the numeral on a top face that is seen from near, any way up."""

    def __init__(self) -> None:
        super().__init__()
        self.number = nn.Linear(192, 13)

    def forward(self, crops: Tensor) -> Tensor:
        return cast(Tensor, self.number(self.neck(self.features(crops))))


class Symbols(Looking):
    """Compares top faces that are seen from near, any way up: what shows the same points the same way."""

    def __init__(self) -> None:
        super().__init__()
        self.name = nn.Sequential(
            nn.Linear(SEEN, EMBEDDING, bias=False), nn.BatchNorm1d(EMBEDDING, affine=False)
        )

    def forward(self, crops: Tensor) -> Tensor:
        return unit(self.name(self.features(crops)))


def unit(names: Tensor) -> Tensor:
    """Of length one."""
    return names / torch.sqrt((names * names).sum(1, keepdim=True) + 1e-9)


class Lying(nn.Module):
    """Tells of a die seen from above, and of how slanted the camera saw it, whether it leans."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(4, 16, 3, 2),
            Conv(16, 32, 3, 2),
            Conv(32, 64, 3, 2),
            Conv(64, 64, 3, 2),
            nn.Conv2d(64, 64, 4, bias=False),  # where on the view something is tells most
            nn.BatchNorm2d(64),
            nn.ReLU(inplace=True),
        )
        self.tell = nn.Linear(64, 1)

    def forward(self, views: Tensor) -> Tensor:
        return cast(Tensor, self.tell(self.body(views - 0.5).flatten(1)))


def macs(network: nn.Module, example: Tensor) -> int:
    """Multiply-accumulates of one pass, counted at every convolution and linear layer."""
    total = 0

    def count(module: nn.Module, _: object, output: Tensor) -> None:
        nonlocal total
        if isinstance(module, nn.Conv2d):
            total += output[0].numel() * module.in_channels * module.kernel_size[0] * module.kernel_size[1]
        elif isinstance(module, nn.Linear):
            total += output[0].numel() * module.in_features

    hooks = [m.register_forward_hook(count) for m in network.modules()]
    with torch.no_grad():
        network.eval()(example)
    for hook in hooks:
        hook.remove()
    return total


if __name__ == "__main__":
    for name, network, shape in (
        ("detector", Detector(), (1, 3, 384, 640)),
        ("faces", Faces(), (1, 3, 64, 64)),
        ("numerals", Numerals(), (1, 3, 64, 64)),
        ("symbols", Symbols(), (1, 3, 64, 64)),
        ("lying", Lying(), (1, 4, 64, 64)),
    ):
        size = sum(p.numel() for p in network.parameters())
        print(
            f"{name}: {macs(network, torch.zeros(shape)) / 1e6:.1f} MMAC at {shape}, {size / 1e6:.2f} M parameters"
        )
