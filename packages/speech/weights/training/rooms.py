"""Rooms by the image-source method, all on the accelerator.

One microphone, and people 0.3 to 4.5 m from it. Imported by train_rooms.py; not run by itself.
"""

import math

import torch

from augment import RATE, uniform

SOUND = 343.0
LENGTH = 8000
TAIL_FROM = 0.03


def images_along(at, size, order):
    """Where a place's mirror images lie along one axis, and how many walls are between [.., k]."""
    n = torch.arange(-order, order + 1, device=at.device).float()
    even = at[..., None] + 2 * n * size[..., None]
    odd = 2 * n * size[..., None] - at[..., None]
    places = torch.cat([even, odd], -1)
    walls = torch.cat([(2 * n).abs(), (2 * n - 1).abs()])
    return places, walls


def simulated_rooms(rooms, places, device):
    """Impulse responses [rooms, places, LENGTH] with the direct sound first, and distances."""
    size = torch.stack(
        [uniform((rooms,), *r, device) for r in ((2.8, 9.0), (2.5, 7.5), (2.3, 3.6))], -1
    )
    microphone = size * uniform((rooms, 3), 0.25, 0.75, device)
    microphone[:, 2] = uniform((rooms,), 0.6, 1.2, device)
    decay = uniform((rooms,), 0.15, 0.75, device)
    distance = uniform((rooms, places), 0.3, 4.5, device)
    angle = uniform((rooms, places), 0, 2 * math.pi, device)
    at = torch.stack(
        [
            microphone[:, None, 0] + distance * torch.cos(angle),
            microphone[:, None, 1] + distance * torch.sin(angle),
            uniform((rooms, places), 1.0, 1.7, device),
        ],
        -1,
    )
    at = torch.maximum(at, torch.full_like(at, 0.15))
    at = torch.minimum(at, size[:, None] - 0.15)
    distance = (at - microphone[:, None]).norm(dim=-1).clamp(min=0.25)
    volume, surface = (
        size.prod(-1),
        2 * (size[:, 0] * size[:, 1] + size[:, 1] * size[:, 2] + size[:, 0] * size[:, 2]),
    )
    absorbed = 1 - torch.exp(-0.161 * volume / (surface * decay))
    wall = (1 - absorbed).clamp(min=0.02).sqrt()
    axes = [images_along(at[..., k], size[:, None, k].expand(rooms, places), 2) for k in range(3)]
    away = [(place - microphone[:, None, k, None]) ** 2 for k, (place, _) in enumerate(axes)]
    path = (
        away[0][..., :, None, None] + away[1][..., None, :, None] + away[2][..., None, None, :]
    ).sqrt()
    walls = axes[0][1][:, None, None] + axes[1][1][None, :, None] + axes[2][1][None, None, :]
    gain = wall[:, None, None, None, None] ** walls * distance[..., None, None, None] / path
    gain = gain * (0.8 + 0.4 * torch.rand_like(gain))
    late = (path - distance[..., None, None, None]) / SOUND * RATE
    gain, late = gain.flatten(2), late.flatten(2).clamp(min=0)
    gain = gain * (late < LENGTH - 2)
    late = late.clamp(max=LENGTH - 2)
    below = late.floor()
    share = late - below
    response = torch.zeros(rooms, places, LENGTH, device=device)
    response.scatter_add_(2, below.long(), gain * (1 - share))
    response.scatter_add_(2, below.long() + 1, gain * share)
    t = torch.arange(LENGTH, device=device) / RATE
    high = uniform((rooms, 1, 1), 0.4, 0.9, device) * decay[:, None, None]
    noise = torch.randn(rooms, places, LENGTH, device=device)
    low_part = torch.nn.functional.avg_pool1d(noise.flatten(0, 1)[:, None], 5, 1, 2).view_as(noise)
    tail = low_part * 1.5 * torch.exp(-6.9 * t / decay[:, None, None]) + (
        noise - low_part
    ) * torch.exp(-6.9 * t / high)
    tail = tail * ((t - TAIL_FROM * 0.5) / TAIL_FROM).clamp(0, 1)
    critical = 0.057 * (volume / decay).sqrt()
    energy = (distance / critical[:, None]) ** 2 * torch.exp(-13.8 * TAIL_FROM / decay)[:, None]
    tail = tail * (energy[..., None] / tail.pow(2).sum(-1, keepdim=True).clamp(min=1e-9)).sqrt()
    fade = (1.5 - (t - TAIL_FROM) / 0.03).clamp(0, 1)
    return response * fade + tail, distance


class RoomBank:
    """Rooms that are drawn from, with the places in them."""

    def __init__(self, rooms, places, device):
        parts = [simulated_rooms(50, places, device) for _ in range(rooms // 50)]
        self.responses = torch.cat([part[0] for part in parts])
        self.distances = torch.cat([part[1] for part in parts])

    def draw(self, batch, voices):
        """Responses and distances of `voices` places in one room for each of the batch."""
        rooms, places, _ = self.responses.shape
        device = self.responses.device
        room = torch.randint(rooms, (batch, 1), device=device)
        place = torch.rand(batch, places, device=device).argsort(1)[:, :voices]
        return self.responses[room, place], self.distances[room, place]
