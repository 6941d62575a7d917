"""Packs recordings of people for PEOPLE of train_rooms.py.

Each recording is an utterance, with its shorter pauses.
PEOPLE=people.json OUT=people.bin python3 utterances.py; needs ffmpeg and libopus. PEOPLE is that
of people.py.
"""

import json
import os
import struct

import numpy as np

from people import FRAME, opus_packets, read_sound

LOUDNESS = 0.07
SHORTEST = 12  # frames
LONGEST_PAUSE = 31


def utterance(pcm):
    """From the first to the last frame within 30 dB of the loud ones; longer pauses are cut."""
    frames = pcm[: len(pcm) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float32) / 32768
    if len(frames) < SHORTEST:
        return np.zeros(0, np.int16)
    level = 10 * np.log10((frames**2).mean(1) + 1e-9)
    loud = level > np.quantile(level, 0.95) - 30
    at = np.flatnonzero(np.convolve(loud, np.ones(3), 'same') > 1)
    if len(at) < SHORTEST:
        return np.zeros(0, np.int16)
    span = slice(max(0, at[0] - 3), at[-1] + 4)
    frames, loud = frames[span], loud[span]
    if len(frames) > LONGEST_PAUSE:
        frames = frames[np.convolve(loud, np.ones(LONGEST_PAUSE), 'same') > 0]
    rms = max(np.sqrt((frames[frames.std(1) > 0] ** 2).mean()), 1e-4)
    return (np.clip(frames / rms * LOUDNESS, -1, 1) * 32767).astype(np.int16).reshape(-1)


def utterances_of(person):
    """Utterances of the person's files, until the seconds that are wanted are there."""
    said = []
    for path in person['files']:
        one = utterance(read_sound(path))
        if len(one) >= SHORTEST * FRAME:
            said.append(one)
        if sum(map(len, said)) > person['seconds'] * 16000:
            break
    return said


def main():
    header, body = [], bytearray()
    with open(os.environ['PEOPLE']) as file:
        people = json.load(file)
    for person in people:
        said = utterances_of(person)
        if not said:
            continue
        packets = opus_packets(np.concatenate(said))
        lengths = [len(one) // FRAME for one in said]
        header.append(
            {
                'name': person['name'],
                'kept': person['kept'],
                'at': len(body),
                'bytes': len(packets),
                'frames': sum(lengths),
                'utts': lengths,
            }
        )
        body += packets
    text = json.dumps(header).encode()
    with open(os.environ['OUT'], 'wb') as file:
        file.write(struct.pack('<I', len(text)) + text + bytes(body))
    print(len(header), 'people,', sum(one['frames'] for one in header) / 180_000, 'h')


if __name__ == '__main__':
    main()
