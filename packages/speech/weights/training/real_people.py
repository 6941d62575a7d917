"""Reads the recordings that people.py packed. Imported by train_voice.py and train_ear.py.

Needs a libopus*.so in the working folder.
"""

import ctypes
import glob
import json
import struct

import numpy as np
import torch

RATE = 16000
FRAME = 320


def load_opus():
    """The first libopus*.so of the working folder that this machine can load."""
    for name in sorted(glob.glob('libopus*.so')):
        try:
            opus = ctypes.CDLL('./' + name)
        except OSError:
            continue
        opus.opus_decoder_create.restype = ctypes.c_void_p
        opus.opus_decode.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_int,
            ctypes.c_void_p,
            ctypes.c_int,
            ctypes.c_int,
        ]
        return opus
    raise SystemExit('no libopus*.so in the working folder can be loaded')


def decode(opus, packets, frames):
    """Frames [frames, 320] of packets that each stand behind their length."""
    error = ctypes.c_int()
    decoder = ctypes.c_void_p(opus.opus_decoder_create(RATE, 1, ctypes.byref(error)))
    out = np.zeros((frames, FRAME), np.int16)
    at = frame = 0
    while at < len(packets):
        size = struct.unpack_from('<H', packets, at)[0]
        packet = packets[at + 2 : at + 2 + size]
        opus.opus_decode(decoder, packet, size, out[frame:].ctypes.data, FRAME, 0)
        at += 2 + size
        frame += 1
    opus.opus_decoder_destroy(decoder)
    return out


def read_real(path):
    """(name, kept, frames of 20 ms) of each person.

    The file: the length of a JSON header, the header (where each person's packets are), packets.
    """
    opus = load_opus()
    with open(path, 'rb') as file:
        content = file.read()
    body = 4 + struct.unpack('<I', content[:4])[0]
    people = []
    for person in json.loads(content[4:body]):
        start = body + person['at']
        frames = decode(opus, content[start : start + person['bytes']], person['frames'])
        people.append((person['name'], person['kept'], torch.from_numpy(frames[1:])))
    return people
