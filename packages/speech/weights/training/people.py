"""Packs recordings of people for REAL of train_voice.py and train_ear.py.

Keeps speech without its pauses, as Opus packets of 20 ms, so that hours of it are small.
PEOPLE=people.json OUT=people.bin python3 people.py; needs ffmpeg and libopus.

PEOPLE is JSON: [{"name", "files", "kept", "seconds"}]; kept people are measured, not trained on.
"""

import ctypes
import json
import os
import struct
import subprocess

import numpy as np

RATE = 16000
FRAME = 320
BIT_RATE = 22000
MAX_PACKET = 1500
OPUS_APPLICATION_AUDIO = 2049
OPUS_SET_BITRATE = 4002

opus = ctypes.CDLL('libopus.so.0')
opus.opus_encoder_create.restype = ctypes.c_void_p
opus.opus_encode.argtypes = [
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_int,
]


def read_sound(path):
    command = ['ffmpeg', '-v', 'error', '-i', path, '-f', 's16le', '-ar', str(RATE), '-ac', '1']
    decoded = subprocess.run([*command, '-'], capture_output=True, check=True)
    return np.frombuffer(decoded.stdout, np.int16)


def speech(pcm):
    """Frames at most 30 dB below the loud ones, with pauses of up to 0.24 s; all at one level."""
    frames = pcm[: len(pcm) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float32) / 32768
    if not len(frames):
        return np.zeros(0, np.int16)
    level = 10 * np.log10((frames**2).mean(1) + 1e-9)
    loud = level > np.quantile(level, 0.97) - 30
    frames = frames[np.convolve(loud, np.ones(13), 'same') > 0]
    rms = max(np.sqrt((frames**2).mean()), 1e-4)
    return (np.clip(frames / rms * 0.07, -1, 1) * 32767).astype(np.int16).reshape(-1)


def opus_packets(pcm):
    """The packets of all frames, each behind its length."""
    error = ctypes.c_int()
    encoder = ctypes.c_void_p(
        opus.opus_encoder_create(RATE, 1, OPUS_APPLICATION_AUDIO, ctypes.byref(error))
    )
    opus.opus_encoder_ctl(encoder, OPUS_SET_BITRATE, ctypes.c_int(BIT_RATE))
    packets = bytearray()
    packet = ctypes.create_string_buffer(MAX_PACKET)
    for at in range(0, len(pcm) - FRAME + 1, FRAME):
        frame = np.ascontiguousarray(pcm[at : at + FRAME])
        size = opus.opus_encode(encoder, frame.ctypes.data, FRAME, packet, MAX_PACKET)
        packets += struct.pack('<H', size) + packet.raw[:size]
    opus.opus_encoder_destroy(encoder)
    return bytes(packets)


def speech_of(person):
    """Speech of the person's files, up to the seconds that are wanted."""
    said, most = [], person['seconds'] * RATE
    for path in person['files']:
        said.append(speech(read_sound(path)))
        if sum(map(len, said)) >= most:
            break
    return np.concatenate(said)[:most]


def main():
    header, body = [], bytearray()
    with open(os.environ['PEOPLE']) as file:
        people = json.load(file)
    for person in people:
        pcm = speech_of(person)
        packets = opus_packets(pcm)
        header.append(
            {
                'name': person['name'],
                'kept': person['kept'],
                'at': len(body),
                'bytes': len(packets),
                'frames': len(pcm) // FRAME,
            }
        )
        body += packets
    text = json.dumps(header).encode()
    with open(os.environ['OUT'], 'wb') as file:
        file.write(struct.pack('<I', len(text)) + text + bytes(body))
    hours = sum(person['frames'] for person in header) / 50 / 3600
    print(len(header), 'people,', hours, 'h')


if __name__ == '__main__':
    main()
