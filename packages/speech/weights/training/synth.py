"""Speaks sentences with a many-speaker Piper (VITS) voice into a bank, for train_seg.py.

VOICE=voice.onnx BANK=bank SYNTH_SECONDS=330 WORKERS=16 python3 synth.py, in the folder of prep.py's
text.json.gz. Worker w writes w.raw (16 kHz sound in frames of 20 ms), w.act (a byte a frame:
speech or not) and w.idx (a line an utterance: first frame, frames, speaker, kind, text); DONE is
written at the end. SHARE says how much of each of KINDS is spoken.
"""

import gzip
import json
import multiprocessing
import os
import random
import time

import numpy as np

BANK = os.environ.get('BANK', 'bank')
SECONDS = float(os.environ.get('SYNTH_SECONDS', '330'))
MODEL = os.environ['VOICE']
WORKERS = int(os.environ.get('WORKERS', '16'))
KINDS = ['utts', 'bc', 'hw_pos', 'hw_neg']
SHARE = json.loads(os.environ.get('SHARE', '[0.60,0.14,0.15,0.11]'))
SPEAKERS = 904
FRAME = 320
MAX_IDS = 260
MIN_FRAMES = 8


def activity(sound):
    """Which frames are speech, pauses of up to 40 frames included; None without any speech."""
    level = 10 * np.log10((sound.reshape(-1, FRAME).astype(np.float64) ** 2).mean(1) + 1e-9)
    on = level > np.percentile(level, 95) - 36
    speech = np.flatnonzero(on)
    if len(speech) < 3:
        return None
    for before, after in zip(speech[:-1], speech[1:], strict=True):
        if after - before <= 40:
            on[before:after] = True
    return on


def trimmed(sound):
    """The sound from its first speech to its last, at one loudness, and which frames are speech.

    None where there is too little of it.
    """
    sound = sound[: len(sound) // FRAME * FRAME]
    if len(sound) < FRAME * MIN_FRAMES:
        return None
    on = activity(sound)
    if on is None:
        return None
    speech = np.flatnonzero(on)
    begin, end = max(0, speech[0] - 1), min(len(on), speech[-1] + 2)
    sound, on = sound[begin * FRAME : end * FRAME], on[begin:end]
    rms = np.sqrt((sound[np.repeat(on, FRAME)] ** 2).mean())
    return np.clip(sound / rms * 0.07, -1, 1), on


def open_voice():
    """A function of phoneme ids, scales and speaker that returns sound of 16 kHz."""
    import onnxruntime
    import torch
    import torchaudio

    torch.set_num_threads(1)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(MODEL, options, providers=['CPUExecutionProvider'])

    def speak(ids, scales, speaker):
        inputs = {
            'input': np.array([ids], np.int64),
            'input_lengths': np.array([len(ids)], np.int64),
            'scales': np.array(scales, np.float32),
            'sid': np.array([speaker], np.int64),
        }
        sound = torch.from_numpy(session.run(None, inputs)[0].reshape(-1).astype(np.float32))
        return torchaudio.functional.resample(sound, 22050, 16000).numpy()

    return speak


def work(worker):
    """Speaks random sentences until the time is over; what is written can be read at once."""
    speak = open_voice()
    with gzip.open('text.json.gz', 'rt') as file:
        text = json.load(file)
    rng = random.Random(1000 + worker)
    at = 0
    started = time.time()
    with (
        open(f'{BANK}/{worker}.raw', 'wb') as raw,
        open(f'{BANK}/{worker}.act', 'wb') as act,
        open(f'{BANK}/{worker}.idx', 'w') as index,
    ):
        while time.time() - started < SECONDS:
            kind = rng.choices(range(4), SHARE)[0]
            lines = text[KINDS[kind]]
            line = rng.randrange(len(lines))
            if len(lines[line]) > MAX_IDS:
                continue
            speaker = rng.randrange(SPEAKERS)
            scales = [rng.uniform(0.45, 0.95), rng.uniform(0.75, 1.25), rng.uniform(0.55, 1.1)]
            spoken = trimmed(speak(lines[line], scales, speaker))
            if spoken is None:
                continue
            sound, on = spoken
            raw.write((sound * 32767).astype(np.int16).tobytes())
            act.write(on.astype(np.uint8).tobytes())
            raw.flush()
            act.flush()
            index.write(f'{at} {len(on)} {speaker} {kind} {line}\n')
            index.flush()
            at += len(on)


def frames_written():
    frames = 0
    for worker in range(WORKERS):
        with open(f'{BANK}/{worker}.idx') as index:
            frames += sum(int(line.split()[1]) for line in index)
    return frames


def main():
    os.makedirs(BANK, exist_ok=True)
    started = time.time()
    context = multiprocessing.get_context('spawn')
    processes = [context.Process(target=work, args=(worker,)) for worker in range(WORKERS)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    hours = frames_written() / 50 / 3600
    with open(f'{BANK}/DONE', 'w') as file:
        file.write('x')
    print('synth hours', hours, 'in', time.time() - started, flush=True)


if __name__ == '__main__':
    main()
