"""The bank of synthetic speech on the accelerator, and the planning of conversations out of it.

Reads the folder BANK that synth.py writes with WORKERS processes. Imported by train_seg.py; not
run by itself.
"""

import os
import random

import numpy as np
import torch

BANK = os.environ.get('BANK', 'bank')
WORKERS = int(os.environ.get('WORKERS', '16')) + 1
MAX_FRAMES = 150_000  # of one worker
FRAME = 320  # samples of 20 ms at 16 kHz
SENTENCE, BACKCHANNEL = range(2)


def is_validation(speaker):
    return speaker % 15 == 7


def read_index():
    """Rows of (first frame in the bank, frames, speaker, kind, text)."""
    rows = []
    for worker in range(WORKERS):
        path = f'{BANK}/{worker}.idx'
        if not os.path.exists(path):
            continue
        with open(path) as file:
            lines = file.read().split('\n')[:-1]  # the last one may be half written
        for line in lines:
            row = [int(field) for field in line.split()]
            if len(row) == 5 and row[0] + row[1] <= MAX_FRAMES:
                rows.append((1 + worker * MAX_FRAMES + row[0], *row[1:]))
    return rows


class Bank:
    """Frame 0 is silence; worker w's frames begin at 1 + w * MAX_FRAMES."""

    def __init__(self, device):
        frames = 1 + WORKERS * MAX_FRAMES
        self.audio = torch.zeros(frames, FRAME, dtype=torch.int16, device=device)
        self.activity = torch.zeros(frames, dtype=torch.uint8, device=device)
        self.loaded = [0] * WORKERS

    def refresh(self):
        """Loads what the workers wrote since the last call; returns the hours there are."""
        for worker in range(WORKERS):
            if os.path.exists(f'{BANK}/{worker}.act'):
                self._load(worker)
        return sum(self.loaded) / 50 / 3600

    def _load(self, worker):
        audio_path, activity_path = f'{BANK}/{worker}.raw', f'{BANK}/{worker}.act'
        frame_bytes = 2 * FRAME
        written = min(
            MAX_FRAMES,
            os.path.getsize(activity_path),
            os.path.getsize(audio_path) // frame_bytes,
        )
        loaded = self.loaded[worker]
        if written <= loaded:
            return
        audio = np.fromfile(
            audio_path, np.int16, count=(written - loaded) * FRAME, offset=loaded * frame_bytes
        )
        activity = np.fromfile(activity_path, np.uint8, count=written - loaded, offset=loaded)
        first = 1 + worker * MAX_FRAMES
        place = slice(first + loaded, first + written)
        self.audio[place] = torch.from_numpy(audio.reshape(-1, FRAME)).to(self.audio.device)
        self.activity[place] = torch.from_numpy(activity).to(self.activity.device)
        self.loaded[worker] = written


class Conversation:
    """Plans which frame of the bank sounds at each frame, for each of up to three voices."""

    def __init__(self, rng, length, utterances):
        """`utterances`: of each voice, its sentences and its backchannels (first frame, frames)."""
        self.rng = rng
        self.length = length
        self.utterances = utterances
        self.frames = np.zeros((3, length), np.int32)
        self.free_at = [-(10**9)] * len(utterances)  # when each voice may speak again
        begins_inside = rng.random() >= 0.9
        calm = rng.random() < 0.3
        self.overlap_chance = 0 if calm else rng.uniform(0, 0.5)
        self.short_chance = rng.uniform(0, 0.5)
        self.backchannel_chance = 0 if calm else rng.uniform(0, 0.45)
        self.weights = [rng.uniform(0.25, 1) for _ in utterances]
        self.begin = rng.randrange(0, 300) if begins_inside else rng.randrange(-300, 150)

    def plan(self):
        at, voice = self.begin, None
        while at < self.length:
            voice = self._next_voice(voice)
            utterance = self._next_utterance(voice)
            start = max(at, self.free_at[voice])
            self._put(voice, utterance, start)
            if len(self.utterances) > 1 and self.rng.random() < self.backchannel_chance:
                self._put_backchannel(voice, start, utterance)
            at = max(self._next_start(start + utterance[1], utterance), start + 5)
        return self.frames

    def _others(self, voice):
        return [i for i in range(len(self.utterances)) if i != voice]

    def _next_voice(self, voice):
        if len(self.utterances) > 1 and self.rng.random() < 0.72:
            others = self._others(voice)
            return self.rng.choices(others, [self.weights[i] for i in others])[0]
        return self.rng.randrange(len(self.utterances)) if voice is None else voice

    def _next_utterance(self, voice):
        kind = BACKCHANNEL if self.rng.random() < self.short_chance else SENTENCE
        first, frames = self.rng.choice(self.utterances[voice][kind])
        if self.rng.random() < 0.2 and frames > 4:  # broken off
            frames = self.rng.randrange(frames // 2, frames)
        return first, frames

    def _put(self, voice, utterance, start):
        first, frames = utterance
        begin, end = max(0, start), min(self.length, start + frames)
        if end > begin:
            self.frames[voice, begin:end] = np.arange(first + begin - start, first + end - start)
        self.free_at[voice] = start + frames + self.rng.randrange(2, 12)

    def _put_backchannel(self, speaker, start, utterance):
        """Another voice agrees, or speaks a sentence, while the speaker goes on."""
        listener = self.rng.choice(self._others(speaker))
        kind = BACKCHANNEL if self.rng.random() < 0.75 else SENTENCE
        reply = self.rng.choice(self.utterances[listener][kind])
        at = start + self.rng.randrange(0, max(1, utterance[1]))
        if at >= self.free_at[listener]:
            self._put(listener, reply, at)

    def _next_start(self, end, utterance):
        """The next turn overlaps this one, or follows after a long or a short pause."""
        if self.rng.random() < self.overlap_chance:
            return end - self.rng.randrange(3, max(5, min(120, utterance[1])))
        if self.rng.random() < 0.15:
            return end + self.rng.randrange(50, 200)
        return end + int(self.rng.expovariate(1 / 18))


class Planner:
    """Plans conversations of none to three voices out of the bank."""

    LENGTH = 544  # frames

    def __init__(self, validation, seed):
        self.validation = validation
        self.rng = random.Random(seed)
        self.refresh()

    def refresh(self):
        """Reads the index anew; returns how many speakers have enough to take part."""
        self.utterances = {}
        for first, frames, speaker, kind, _ in read_index():
            if is_validation(speaker) == self.validation:
                of_speaker = self.utterances.setdefault(speaker, ([], []))
                of_speaker[SENTENCE if kind == 0 else BACKCHANNEL].append((first, frames))
        self.speakers = [
            speaker
            for speaker, (sentences, backchannels) in self.utterances.items()
            if len(sentences) >= 2 and len(backchannels) >= 1
        ]
        return len(self.speakers)

    def one(self):
        """Frames of the bank [3, LENGTH] and the speaker of each voice, -1 for none."""
        speakers = np.zeros(3, np.int64) - 1
        count = self.rng.choices([0, 1, 2, 3], [0.03, 0.25, 0.44, 0.28])[0]
        if count == 0:
            return np.zeros((3, self.LENGTH), np.int32), speakers
        chosen = self.rng.sample(self.speakers, count)
        speakers[:count] = chosen
        utterances = [self.utterances[speaker] for speaker in chosen]
        return Conversation(self.rng, self.LENGTH, utterances).plan(), speakers

    def batch(self, size):
        planned = [self.one() for _ in range(size)]
        return np.stack([frames for frames, _ in planned]), np.stack([who for _, who in planned])
