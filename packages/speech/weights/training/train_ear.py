"""Trains hotword.onnx, which hears "OK EVA" and "hey EVA".

python3 train_ear.py, in a folder with voice-half.onnx (vits.py), prep_ear.py's ear.json.gz and,
if there is one, robots.py's robots.gz. Speaks whole sentences with a call, or with something that
sounds like one, on the accelerator for SYNTH_SECONDS (where the name ends is known from the voice's
own durations), then learns to distinguish them in rooms, noise and lines for TRAIN_SECONDS. Writes
ear.npz and hotword.onnx into OUT.

STATE names a file to go on from: a call ends after SLICE_SECONDS and the next one goes on, until
TRAIN_SECONDS were trained in all. FROM goes on from the weights of an earlier training (ear.npz),
UNEVEN is how much the durations of the phonemes vary, MIXED adds voices between the synthetic ones.
REAL names a file of recordings of people who do not call (people.py), KEPT the remainders of 15
that are kept apart; the first of them is measured.
"""

import gzip
import json
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import mixdown
from model import LogMel
from real_people import read_real
from schedule import average_decay, learning_rate, set_learning_rate, update_average
from settings import setting
from vits import SpeakerQueue, Vits, mix_voices, padded

PROGRAM_START = time.time()
SYNTH_SECONDS = setting('SYNTH_SECONDS', 150.0)
TRAIN_SECONDS = setting('TRAIN_SECONDS', 600.0)
SLICE_SECONDS = setting('SLICE_SECONDS', 1e9)
SPEAK_BATCH = setting('SPEAK_BATCH', 96)
BATCH = setting('BATCH', 1024)
OUT = setting('OUT', '.')
DEVICE = setting('DEVICE', 'cuda')
STATE = setting('STATE', '')
FROM = setting('FROM', '')
PEAK = setting('PEAK', 2e-3)
WIDTH = setting('WIDTH', 128)
UNEVEN = setting('UNEVEN', 0.25)
REAL = setting('REAL', '')
KEPT = [int(remainder) for remainder in setting('KEPT', '3,7').split(',')]
DEVELOPMENT = KEPT[0]
CHECK_SECONDS = 110

OWN_VOICES = 904
MIXED = setting('MIXED', 1200)
ROBOT, REAL_PERSON = 100000, 200000  # the first speaker's number of each
CALL, ALIKE, PLAIN, PERSON = range(4)
SPOKEN_SHARES = {CALL: 0.42, ALIKE: 0.42, PLAIN: 0.16}

RATE = 16000
BANDS = 40
MEL_FRAMES = 152
WINDOW = 400 + 160 * (MEL_FRAMES - 1)
rng = random.Random(2)


def is_validation(speaker):
    return speaker < OWN_VOICES and speaker % 15 in KEPT


class Hot(nn.Module):
    """Log mel [batch, 40, 152] -> logit that the phrase has just ended.

    The names of its parts are the names of its weights in saved files.
    """

    def __init__(self, c=WIDTH):
        super().__init__()
        self.c1 = nn.Conv1d(BANDS, c, 5, stride=2, padding=2)
        self.b = nn.ModuleList([self._block(c, dilation) for dilation in (1, 1, 2, 2, 4, 4)])
        self.p = nn.Conv1d(c, 48, 1)
        self.f = nn.Sequential(
            nn.Flatten(), nn.Linear(48 * 19, 64), nn.SiLU(), nn.Dropout(0.1), nn.Linear(64, 1)
        )

    @staticmethod
    def _block(c, dilation):
        return nn.Sequential(
            nn.Conv1d(c, c, 9, padding=4 * dilation, dilation=dilation, groups=c),
            nn.Conv1d(c, c, 1),
            nn.BatchNorm1d(c),
            nn.SiLU(),
            nn.Conv1d(c, c, 1),
            nn.BatchNorm1d(c),
        )

    def forward(self, mel):
        mel = (mel - mel.mean((1, 2), keepdim=True)) * 0.25
        x = F.silu(self.c1(mel))
        for block in self.b:
            x = F.silu(x + block(x))
        return self.f(F.avg_pool1d(F.silu(self.p(x)), 4)).squeeze(-1)


class Probability(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.n = net

    def forward(self, x):
        return torch.sigmoid(self.n(x))


class UnevenVits(Vits):
    """Makes phonemes longer and shorter than the voice would: people speak less evenly.

    Keeps how long each phoneme was made, in steps of 256 samples at 22,050 Hz.
    """

    def op_ceil(self, attributes, x):
        self.steps = (x * torch.exp(torch.randn_like(x) * UNEVEN).clamp(0.5, 1.8)).ceil()
        return self.steps


def read_lines():
    """Of each kind (phoneme ids, id at which the call ends), the shortest first."""
    with gzip.open('ear.json.gz', 'rt') as file:
        text = json.load(file)
    plain = [(ids, len(ids)) for ids in text['plain']]
    lines = {CALL: text['pos'], ALIKE: text['neg'], PLAIN: plain}
    return {kind: sorted(of_kind, key=lambda line: len(line[0])) for kind, of_kind in lines.items()}


def choose_lines(lines, count):
    """Lines of about one length."""
    first = rng.randrange(max(1, len(lines) - 300))
    return [lines[min(len(lines) - 1, first + rng.randrange(300))] for _ in range(count)]


def at_one_loudness(sound):
    """Sound [batch, samples] as int16, its loud parts at one level."""
    frames = sound[:, : sound.shape[1] // 320 * 320].reshape(len(sound), -1, 320)
    loud = torch.quantile(frames.pow(2).mean(-1), 0.9, dim=1).sqrt().clamp(min=1e-4)
    return ((sound / loud[:, None] * 0.1).clamp(-1, 1) * 32767).to(torch.int16)


def speak():
    """All sound, and of each clip a row (start, samples, end of the call, kind, speaker)."""
    import torchaudio

    vits = UnevenVits('voice-half.onnx', DEVICE)
    own = [voice for voice in range(OWN_VOICES) if not is_validation(voice)]
    mix_voices(vits, own, MIXED, rng)
    lines = read_lines()
    queue = SpeakerQueue(OWN_VOICES + MIXED, rng)
    parts, rows, at, sentences, started = [], [], 0, 0, time.time()
    while time.time() - started < SYNTH_SECONDS or sentences < 6 * SPEAK_BATCH:
        kind = rng.choices(list(SPOKEN_SHARES), list(SPOKEN_SHARES.values()))[0]
        speakers = queue.take(SPEAK_BATCH)
        chosen = choose_lines(lines[kind], SPEAK_BATCH)
        ids, lengths = padded([line for line, _ in chosen])
        scales = [rng.uniform(0.4, 0.95), rng.uniform(0.72, 1.3), rng.uniform(0.5, 1.1)]
        sound = vits(ids, lengths, torch.tensor(scales), torch.tensor(speakers))
        ends = vits.steps.reshape(SPEAK_BATCH, -1).cumsum(1).cpu() * 256 * RATE / 22050
        sound = torchaudio.functional.resample(sound.reshape(SPEAK_BATCH, -1), 22050, RATE)
        pcm = at_one_loudness(sound)
        for k, (line, call_end) in enumerate(chosen):
            samples = min(int(ends[k, len(line) - 1]), pcm.shape[1])
            end = int(ends[k, min(call_end, len(line)) - 1])
            parts.append(pcm[k, :samples])
            rows.append((at, samples, end, kind, speakers[k]))
            at += samples
        sentences += SPEAK_BATCH
    hours, seconds = at / RATE / 3600, time.time() - started
    print(f'spoken {hours:.2f} h, {sentences} sentences, {seconds:.0f} s', flush=True)
    return torch.cat(parts), torch.tensor(rows)


def trimmed_robot(sound):
    """A clip without the silence around it, at one loudness; None where there is too little."""
    sound = sound[: len(sound) // 320 * 320]
    power = sound.reshape(-1, 320).pow(2).mean(1)
    on = (power > power.max() * 3e-4).nonzero().flatten()
    if len(on) < 8:
        return None
    loud = torch.quantile(power, 0.9).sqrt().clamp(min=1e-4)
    sound = sound[on[0] * 320 : (on[-1] + 1) * 320]
    return ((sound / loud * 0.1).clamp(-1, 1) * 32767).to(torch.int16)


def read_robots(at):
    """The clips of robots.gz and their rows; the first clip starts at `at`."""
    import torchaudio

    parts, rows = [], []
    if not os.path.exists('robots.gz'):
        return parts, rows
    kinds = {2: CALL, 3: ALIKE, 0: PLAIN}
    with gzip.open('robots.gz') as file:
        for i, (kind, _, rate, size) in enumerate(json.loads(file.readline())):
            samples = np.frombuffer(file.read(size), np.int16).astype(np.float32) / 32768
            sound = torch.from_numpy(samples)
            if rate != RATE:
                sound = torchaudio.functional.resample(sound, rate, RATE)
            pcm = trimmed_robot(sound)
            if pcm is None:
                continue
            parts.append(pcm)
            rows.append((at, len(pcm), len(pcm) - 400, kinds[kind], ROBOT + i))
            at += len(pcm)
    return parts, rows


def read_people(at):
    """Recordings of people, their rows, and the numbers of those who are kept apart."""
    people = read_real(REAL) if REAL else []
    parts, rows, kept_people = [], [], set()
    for i, (_, kept, frames) in enumerate(people):
        sound = frames.reshape(-1)
        parts.append(sound)
        rows.append((at, len(sound), 0, PERSON, REAL_PERSON + i))
        at += len(sound)
        if kept:
            kept_people.add(REAL_PERSON + i)
    return parts, rows, kept_people


def random_column(size):
    return torch.rand(size, 1, device=DEVICE)


def random_pause(size, mean_seconds):
    """Samples of pauses [size, 1], short ones more often."""
    return -torch.log(random_column(size).clamp(min=1e-4)) * mean_seconds * RATE


class Clips:
    """Everything that was spoken, one behind another, and the windows that are cut out of it."""

    # What a batch is made of: the kind, where windows end (seconds behind the end of the call, or
    # anywhere), the share. Only the first is to be heard as a call.
    MIX = (
        (CALL, (0.02, 0.36), 0.30),
        (ALIKE, (-0.15, 0.7), 0.30),
        (CALL, (-0.9, -0.25), 0.07),
        (CALL, (0.75, 1.3), 0.04),
        (PLAIN, None, 0.12),
        (PERSON, None, 0.17),
    )
    FIRST_WITHOUT_CALL = 4  # row of MIX

    def __init__(self, sound, rows, kept_people):
        self.sound = sound
        self.start, self.length, self.end, self.kind, self.speaker = rows.to(DEVICE).unbind(1)
        self._sort(kept_people)

    def _sort(self, kept_people):
        """Pools of clips by (kind, kept apart) and by ('robot', kind)."""
        kept = torch.tensor(
            [is_validation(i) or i in kept_people for i in self.speaker.tolist()], device=DEVICE
        )
        own, person = self.speaker < OWN_VOICES, self.speaker >= REAL_PERSON
        measured = (self.speaker % 15 == DEVELOPMENT) & own | person
        robot = (self.speaker >= ROBOT) & ~person
        self.pools = {}
        for kind in (CALL, ALIKE, PLAIN, PERSON):
            of_kind = (self.kind == kind) & ~robot
            self.pools[(kind, False)] = (of_kind & ~kept).nonzero().flatten()
            self.pools[(kind, True)] = (of_kind & kept & measured).nonzero().flatten()
        for kind in (CALL, ALIKE, PLAIN):
            self.pools[('robot', kind)] = (robot & (self.kind == kind)).nonzero().flatten()
        print({str(key): len(pool) for key, pool in self.pools.items()}, flush=True)

    def _any_of(self, pool, count):
        return pool[torch.randint(len(pool), (count,), device=DEVICE)]

    def choose(self, kind, count, kept, robot_share=0.0):
        clips = self._any_of(self.pools[(kind, kept)], count)
        if robot_share and not kept and len(self.pools[('robot', kind)]):
            by_robot = torch.rand(count, device=DEVICE) < robot_share
            clips = torch.where(by_robot, self._any_of(self.pools[('robot', kind)], count), clips)
        return clips

    def choose_other(self, count, kept):
        """Clips without a call: plain sentences and people."""
        plain_chosen = torch.rand(count, device=DEVICE) < 0.5
        plain = self.choose(PLAIN, count, kept)
        kind = PERSON if len(self.pools[(PERSON, kept)]) else PLAIN
        return torch.where(plain_chosen, plain, self.choose(kind, count, kept))

    def whole(self, clip):
        return self.sound[self.start[clip] : self.start[clip] + self.length[clip]].float() / 32768

    def at(self, clips, position):
        """Sound of the clips at the positions [count, samples], silence outside of them."""
        inside = (position >= 0) & (position < self.length[clips][:, None] - 1)
        place = self.start[clips][:, None] + position.clamp(min=0)
        place = place.clamp(max=len(self.sound) - 2)
        below = place.floor().long()
        weight = (place - below).float()
        sound = self.sound[below].float() * (1 - weight) + self.sound[below + 1].float() * weight
        return sound * inside / 32768

    def _before(self, position, kept):
        """Other speech that ends a moment before the clips begin, for some of them."""
        count = len(position)
        clips = self.choose_other(count, kept)
        on = (random_column(count) < 0.45).float()
        place = position + self.length[clips][:, None] + random_pause(count, 0.25)
        return self.at(clips, place) * (position < 0) * on

    def _behind(self, position, length, kept):
        """Other speech that begins a moment after the clips end, for some of them."""
        count = len(position)
        clips = self.choose_other(count, kept)
        on = (random_column(count) < 0.55).float()
        place = position - length - random_pause(count, 0.2)
        return self.at(clips, place) * (position >= length) * on

    def _beside(self, count, kept):
        """Other speech at the same time, more quietly, for some windows."""
        clips = self.choose_other(count, kept)
        begin = random_column(count) * (self.length[clips][:, None] - RATE).clamp(min=1)
        sound = self.at(clips, begin + torch.arange(WINDOW, device=DEVICE)[None])
        on = (random_column(count) < 0.25).float()
        return sound * on * 10 ** (-(random_column(count) * 18 + 4) / 20)

    def windows(self, clips, until, kept, pace):
        """WINDOW samples up to `until` of each clip, in rooms, noise and lines; some stay clean."""
        count = len(clips)
        back = (torch.arange(WINDOW, device=DEVICE)[None] - WINDOW).double() * pace[:, None]
        position = until[:, None].double() + back
        x = self.at(clips, position)
        x = x + self._before(position, kept)
        x = x + self._behind(position, self.length[clips][:, None], kept)
        mixed = mixdown(torch.stack([x, self._beside(count, kept)], 1))
        peak = x.abs().amax(-1, keepdim=True).clamp(min=1e-3)
        clean = x / peak * (0.1 + 0.8 * random_column(count))
        clean = clean + torch.randn_like(x) * 3e-4 * random_column(count)
        return torch.where(random_column(count) < 0.3, clean, mixed)

    def batch(self, size, kept=False):
        """Windows, whether each is to be heard as a call, and its row of MIX."""
        clips, until, rows = [], [], []
        for row, (kind, span, share) in enumerate(self.MIX):
            count = round(size * share)
            robot_share = 0.2 if kind in (CALL, ALIKE) else 0.0
            pool = kind if len(self.pools[(kind, kept)]) else PLAIN
            chosen = self.choose(pool, count, kept, robot_share)
            u = torch.rand(count, device=DEVICE)
            if span:
                until.append(self.end[chosen] + (span[0] + (span[1] - span[0]) * u) * RATE)
            else:
                room = (self.length[chosen] - RATE * 0.4).clamp(min=1)
                until.append(RATE * 0.4 + u * room)
            clips.append(chosen)
            rows.append(torch.full((count,), row, device=DEVICE))
        clips, rows = torch.cat(clips), torch.cat(rows)
        pace = 1 + (torch.rand(len(clips), device=DEVICE) * 2 - 1) * 0.12
        return self.windows(clips, torch.cat(until), kept, pace), (rows == 0).float(), rows


def window_probabilities(net, mel, sound):
    """What the net answers for all windows of the sound, one each 80 ms."""
    windows = mel(sound[None], pad=False)[0].unfold(1, MEL_FRAMES, 8).transpose(0, 1)
    return torch.sigmoid(net(windows))


def highest_probabilities(net, mel, clips, chosen):
    """What the product would hear in each of the clips: the highest of all windows."""
    highest = []
    for clip in chosen.tolist():
        sound = F.pad(clips.whole(clip), (WINDOW, int(0.3 * RATE)))
        sound = sound + torch.randn_like(sound) * 2e-4
        highest.append(window_probabilities(net, mel, sound).max())
    return torch.stack(highest)


def share_above(probabilities, limit):
    return f'{(probabilities > limit).float().mean().item():.4f}'


class Evaluation:
    """Measures sentences, disturbed windows and people who were kept apart."""

    def __init__(self, clips, mel):
        self.clips = clips
        self.mel = mel
        generator = torch.Generator().manual_seed(5)
        self.calls = self._sample(CALL, generator)
        self.alike = self._sample(ALIKE, generator)

    def _sample(self, kind, generator):
        pool = self.clips.pools[(kind, True)]
        return pool[torch.randperm(len(pool), generator=generator)[:500].to(DEVICE)]

    @torch.no_grad()
    def print(self, title, net):
        net.eval()
        calls = highest_probabilities(net, self.mel, self.clips, self.calls)
        alike = highest_probabilities(net, self.mel, self.clips, self.alike)
        sentences = ' '.join(
            f'>{limit}: calls {share_above(calls, limit)} alike {share_above(alike, limit)}'
            for limit in (0.02, 0.1, 0.45, 0.9)
        )
        people = self._people(net)
        disturbed = self._disturbed(net)
        above = ' '.join(f'>{limit}: {int((people > limit).sum())}' for limit in (0.1, 0.45))
        print(
            f'{title} sentences {sentences} | disturbed windows >.5 {disturbed} '
            f'| people {len(people)} windows >.005: {share_above(people, 0.005)} {above}',
            flush=True,
        )

    def _people(self, net):
        people = self.clips.pools[(PERSON, True)].tolist()
        found = [window_probabilities(net, self.mel, self.clips.whole(clip)) for clip in people]
        return torch.cat(found) if found else torch.zeros(1, device=DEVICE)

    def _disturbed(self, net):
        """The share above 0.5 for each row of MIX."""
        probabilities, rows = [], []
        for _ in range(4):
            windows, _, row = self.clips.batch(1024, True)
            probabilities.append(torch.sigmoid(net(self.mel(windows, pad=False))))
            rows.append(row)
        probabilities, rows = torch.cat(probabilities), torch.cat(rows)
        return ' '.join(
            share_above(probabilities[rows == row], 0.5) for row in range(len(Clips.MIX))
        )


def load_or_speak():
    """The synthetic sentences, kept beside STATE so that the next call has the same ones."""
    path = f'{STATE}.bank'
    if STATE and os.path.exists(path):
        return torch.load(path)
    sound, rows = speak()
    sound = sound.cpu()
    if STATE:
        torch.save((sound, rows), path)
    return sound, rows


def read_clips():
    sound, rows = load_or_speak()
    robots, robot_rows = read_robots(len(sound))
    sound = torch.cat([sound, *robots])
    people, people_rows, kept_people = read_people(len(sound))
    sound = torch.cat([sound, *people])
    more = robot_rows + people_rows
    if more:
        rows = torch.cat([rows, torch.tensor(more)])
    clips = Clips(sound.to(DEVICE), rows, kept_people)
    print(f'{seconds_since_start():.0f} s, {len(sound) / RATE / 3600:.1f} h', flush=True)
    return clips


def seconds_since_start():
    return time.time() - PROGRAM_START


def disturb_features(mel):
    """Another level for each window, and four bands of some windows hidden."""
    count = len(mel)
    mel = mel + torch.randn(count, 1, 1, device=DEVICE) * 0.3
    first = torch.randint(0, 36, (count, 1, 1), device=DEVICE)
    band = torch.arange(BANDS, device=DEVICE)[None, :, None]
    some = torch.rand(count, 1, 1, device=DEVICE) < 0.2
    hidden = (band >= first) & (band < first + 4) & some
    return torch.where(hidden, mel.mean((1, 2), keepdim=True), mel)


def call_loss(logits, wanted, rows):
    """Near calls weigh a little more; of speech without any, the worst windows weigh most."""
    losses = F.binary_cross_entropy_with_logits(
        logits.float(), wanted * 0.985 + 0.003, reduction='none'
    )
    without_call = losses[rows >= Clips.FIRST_WITHOUT_CALL]
    near = losses[(rows > 0) & (rows < Clips.FIRST_WITHOUT_CALL)]
    total = losses[rows == 0].sum() + near.sum() * 1.1 + without_call.sum() * 0.5
    return (total + without_call.topk(60).values.sum() * 2) / len(wanted)


def train_step(net, optimizer, mel, clips):
    with torch.no_grad():
        windows, wanted, rows = clips.batch(BATCH)
        features = disturb_features(mel(windows, pad=False))
    with torch.autocast(DEVICE, torch.bfloat16):
        logits = net(features)
    loss = call_loss(logits, wanted, rows)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    return loss


def save(net):
    weights = {name: value.detach().cpu().numpy() for name, value in net.state_dict().items()}
    np.savez(f'{OUT}/ear.npz', **weights)


def load_state(net, average, optimizer):
    """Returns the steps and the seconds that were trained by earlier calls."""
    state = torch.load(STATE, map_location=DEVICE)
    net.load_state_dict(state['net'])
    average.load_state_dict(state['ema'])
    optimizer.load_state_dict(state['opt'])
    torch.manual_seed(state['step'])
    print('goes on from step', state['step'], flush=True)
    return state['step'], state['spent']


def export(net):
    torch.onnx.export(
        Probability(net).eval().cpu(),
        (torch.randn(1, BANDS, MEL_FRAMES),),
        f'{OUT}/hotword.onnx',
        input_names=['mel'],
        output_names=['probability'],
        dynamic_axes={'mel': {0: 'batch'}, 'probability': {0: 'batch'}},
        opset_version=17,
        dynamo=False,
    )


def main():
    random.seed(1)
    torch.manual_seed(1)
    if DEVICE == 'cuda':
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
    clips = read_clips()
    if DEVICE == 'cuda':
        torch.backends.cudnn.allow_tf32 = False  # the spectrum needs its last bits
    net, average, mel = Hot().to(DEVICE), Hot().to(DEVICE), LogMel(BANDS).to(DEVICE)
    if FROM:
        weights = {name: torch.from_numpy(value) for name, value in np.load(FROM).items()}
        net.load_state_dict(weights)
    average.load_state_dict(net.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=1e-2)
    print('parameters', sum(p.numel() for p in net.parameters()), flush=True)
    evaluation = Evaluation(clips, mel)
    started = time.time()
    step, checked = 0, 0.0
    if STATE and os.path.exists(STATE):
        step, checked = load_state(net, average, optimizer)
        started -= checked
    net.train()
    while (elapsed := time.time() - started) < TRAIN_SECONDS and (
        seconds_since_start() < SLICE_SECONDS
    ):
        set_learning_rate(optimizer, learning_rate(PEAK, step, elapsed / TRAIN_SECONDS, 300))
        loss = train_step(net, optimizer, mel, clips)
        step += 1
        update_average(average, net, average_decay(step, 0.999))
        if elapsed > checked + CHECK_SECONDS:
            checked = elapsed
            title = f'{seconds_since_start():.0f} s step {step} loss {loss.item():.3f}'
            evaluation.print(title, average)
            save(average)
    save(average)
    print(f'{seconds_since_start():.0f} s steps {step}', flush=True)
    if STATE:
        state = {
            'net': net.state_dict(),
            'ema': average.state_dict(),
            'opt': optimizer.state_dict(),
            'step': step,
            'spent': elapsed,
        }
        torch.save(state, STATE)
    evaluation.print('at the end of the slice', average)
    export(average)
    print('DONE', flush=True)


if __name__ == '__main__':
    main()
