"""Trains voice.onnx, which gives vectors that are near for one voice and far for two.

python3 train_voice.py, in a folder with voice-half.onnx (vits.py) and prep.py's text.json.gz;
then export_voice.py and shrink_voice.py. Speaks with many voices on the accelerator for
SYNTH_SECONDS, then learns to name them in rooms, noise and lines, until TOTAL_SECONDS are over or
TRAIN_SECONDS were trained. Writes voice.npz into OUT.

REAL names a file of recordings of people (people.py), REAL_SHARE how much of each step they are.
STATE names a file to go on from: a call ends after SLICE_SECONDS and the next one goes on, until
TRAIN_SECONDS were trained in all. MIXED adds voices between the synthetic ones, KEPT names the
remainders of 15 that are kept apart. FROM goes on from an ONNX file, ANCHOR is how much it must
stay near it. FRAMES are the lengths of crops that are chosen from.
"""

import gzip
import json
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import mixdown
from model import LogMel, normalized_log_mel
from real_people import read_real
from schedule import average_decay, learning_rate, set_learning_rate, update_average
from settings import setting
from vits import SpeakerQueue, Vits, mix_voices, padded

PROGRAM_START = time.time()
SYNTH_SECONDS = setting('SYNTH_SECONDS', 45.0)
TOTAL_SECONDS = setting('TOTAL_SECONDS', 225.0)
TRAIN_SECONDS = setting('TRAIN_SECONDS', 0.0)
SLICE_SECONDS = setting('SLICE_SECONDS', 1e9)
SPEAK_BATCH = setting('SPEAK_BATCH', 96)
BATCH = setting('BATCH', 512)
OUT = setting('OUT', '.')
DEVICE = setting('DEVICE', 'cuda')
STATE = setting('STATE', '')
FROM = setting('FROM', '')
ANCHOR = setting('ANCHOR', 0.0)
PEAK = setting('PEAK', 2.5e-3)
REAL = setting('REAL', '')
REAL_SHARE = setting('REAL_SHARE', 0.45)
CROP_FRAMES = [int(frames) for frames in setting('FRAMES', '60,100,100,150').split(',')]
KEPT = [int(remainder) for remainder in setting('KEPT', '7').split(',')]

OWN_VOICES = 904
VOICES = OWN_VOICES + setting('MIXED', 0)
FRAME = 320
LONGEST_CROP = 150
SPEEDS = (1.0, 0.9, 1.1)  # each voice is another one at each speed
EMBEDDING = 192
rng = random.Random(2)


def is_validation(voice):
    return voice < OWN_VOICES and voice % 15 in KEPT


class Block(nn.Module):
    """A dilated convolution and a weighing of channels by what the whole crop sounds like."""

    def __init__(self, c, d):
        super().__init__()
        self.a = nn.Conv1d(c, c, 3, padding=d, dilation=d, bias=False)
        self.na = nn.BatchNorm1d(c)
        self.b = nn.Conv1d(c, c, 1, bias=False)
        self.nb = nn.BatchNorm1d(c)
        self.d = nn.Linear(c, c // 4)
        self.u = nn.Linear(c // 4, c)

    def forward(self, x):
        y = F.relu(self.na(self.a(x)))
        y = self.nb(self.b(y))
        gate = torch.sigmoid(self.u(F.relu(self.d(y.mean(-1)))))
        return F.relu(x + y * gate[:, :, None])


class Voice(nn.Module):
    """16 kHz sound of one voice, a second or more -> 192 numbers of length 1.

    The names of its parts are the names of its weights in saved files and in voice.onnx.
    """

    def __init__(self, c=320, e=EMBEDDING):
        super().__init__()
        self.mel = LogMel()
        self.c1 = nn.Conv1d(80, c, 5, stride=2, padding=2, bias=False)
        self.n1 = nn.BatchNorm1d(c)
        self.blocks = nn.ModuleList([Block(c, d) for d in (1, 2, 3, 1, 2, 4)])
        self.m = nn.Conv1d(3 * c, 640, 1)
        self.nm = nn.BatchNorm1d(640)
        self.p1 = nn.Conv1d(640 * 3, 96, 1)
        self.p2 = nn.Conv1d(96, 640, 1)
        self.np = nn.BatchNorm1d(1280)
        self.e = nn.Linear(1280, e, bias=False)
        self.ne = nn.BatchNorm1d(e)

    def features(self, x):
        return normalized_log_mel(self.mel, x)

    def trunk(self, features):
        x = F.relu(self.n1(self.c1(features)))
        kept = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i % 2 == 1:
                kept.append(x)
        x = F.relu(self.nm(self.m(torch.cat(kept, 1))))
        return self.ne(self.e(self.np(self._attentive_statistics(x))))

    def _attentive_statistics(self, x):
        mean = x.mean(-1, keepdim=True)
        deviation = ((x - mean) ** 2).mean(-1, keepdim=True).clamp(min=1e-5).sqrt()
        context = torch.cat([x, mean.expand_as(x), deviation.expand_as(x)], 1)
        weight = torch.softmax(self.p2(torch.tanh(self.p1(context))), -1)
        mean = (weight * x).sum(-1)
        deviation = ((weight * x * x).sum(-1) - mean * mean).clamp(min=1e-5).sqrt()
        return torch.cat([mean, deviation], 1)

    def forward(self, audio):
        return F.normalize(self.trunk(self.features(audio)), dim=-1)


def speech_frames(sound):
    """Frames of each sentence at one loudness, without pauses of more than 0.3 s."""
    batch = len(sound)
    frames = sound[:, : sound.shape[1] // FRAME * FRAME].reshape(batch, -1, FRAME)
    power = frames.pow(2).mean(-1)
    level = 10 * torch.log10(power + 1e-9)
    on = level > torch.quantile(level, 0.97, dim=1, keepdim=True) - 34
    on = F.conv1d(on.float()[:, None], torch.ones(1, 1, 15, device=DEVICE), padding=7)[:, 0] > 0
    rms = ((power * on).sum(1) / on.sum(1).clamp(min=1)).sqrt().clamp(min=1e-4)
    pcm = ((frames / rms[:, None, None] * 0.07).clamp(-1, 1) * 32767).to(torch.int16)
    return [pcm[k][on[k]] for k in range(batch)]


def read_lines():
    """Phoneme ids of sentences and backchannels, the shortest first."""
    with gzip.open('text.json.gz', 'rt') as file:
        text = json.load(file)
    return sorted([ids for ids in text['utts'] if len(ids) <= 220] + text['bc'], key=len)


def choose_lines(lines, count):
    """Lines of about one length; now and then short ones."""
    first = rng.randrange(max(1, len(lines) - 160)) if rng.random() < 0.9 else rng.randrange(150)
    return [lines[min(len(lines) - 1, first + rng.randrange(160))] for _ in range(count)]


def speak():
    """Frames of 20 ms of all voices, and where each voice's begin and how many they are."""
    import torchaudio

    vits = Vits('voice-half.onnx', DEVICE)
    own = [voice for voice in range(OWN_VOICES) if not is_validation(voice)]
    mix_voices(vits, own, VOICES - OWN_VOICES, rng)
    lines = read_lines()
    queue = SpeakerQueue(VOICES, rng)
    spoken = {voice: [] for voice in range(VOICES)}
    sentences, started = 0, time.time()
    while time.time() - started < SYNTH_SECONDS or sentences < 2 * SPEAK_BATCH:
        voices = queue.take(SPEAK_BATCH)
        ids, lengths = padded(choose_lines(lines, SPEAK_BATCH))
        scales = [rng.uniform(0.45, 0.95), rng.uniform(0.75, 1.25), rng.uniform(0.55, 1.1)]
        sound = vits(ids, lengths, torch.tensor(scales), torch.tensor(voices))
        sound = torchaudio.functional.resample(sound.reshape(SPEAK_BATCH, -1), 22050, 16000)
        for voice, frames in zip(voices, speech_frames(sound), strict=True):
            spoken[voice].append(frames)
        sentences += SPEAK_BATCH
    parts = []
    for of_voice in spoken.values():
        rng.shuffle(of_voice)
        silence = torch.zeros(0, FRAME, dtype=torch.int16, device=DEVICE)
        parts.append(torch.cat(of_voice) if of_voice else silence)
    length = [len(part) for part in parts]
    start = [sum(length[:voice]) for voice in range(VOICES)]
    print(
        f'spoken {sum(length) / 50 / 3600:.2f} h, {sentences} sentences, '
        f'shortest voice {min(length) / 50:.0f} s, {time.time() - started:.0f} s',
        flush=True,
    )
    return torch.cat(parts), torch.tensor(start, device=DEVICE), torch.tensor(length, device=DEVICE)


def random_column(size):
    return torch.rand(size, 1, device=DEVICE)


class Bank:
    """Frames of all voices, one voice behind another, and the crops that are cut out of it."""

    def __init__(self, frames, start, length):
        self.frames = frames
        self.start = start
        self.length = length

    def add(self, parts):
        """Adds the frames of more voices."""
        sizes = [len(part) for part in parts]
        starts = [len(self.frames) + sum(sizes[:i]) for i in range(len(sizes))]
        self.frames = torch.cat([self.frames] + [part.to(DEVICE) for part in parts])
        self.start = torch.cat([self.start, self._integers(starts)])
        self.length = torch.cat([self.length, self._integers(sizes)])

    def _integers(self, values):
        return torch.tensor(values, device=DEVICE, dtype=torch.long)

    def crops(self, voices, frames, speed):
        """Sound of `frames` frames of each voice, played at its speed."""
        needed = frames + math.ceil(frames * 0.12) + 2
        room = (self.length[voices] - needed).clamp(min=1)
        first = self.start[voices] + (torch.rand(len(voices), device=DEVICE) * room).long()
        rows = (first[:, None] + torch.arange(needed, device=DEVICE)).clamp(
            max=len(self.frames) - 1
        )
        sound = self.frames[rows].reshape(len(voices), -1).float() / 32768
        position = torch.arange(frames * FRAME, device=DEVICE)[None] * speed[:, None]
        below = position.floor().long().clamp(max=sound.shape[1] - 2)
        weight = position - below
        return sound.gather(1, below) * (1 - weight) + sound.gather(1, below + 1) * weight

    def disturbed_crops(self, voices, frames, speed, others, clean_share=0.2):
        """Crops in rooms, noise and lines, some with another voice behind; a part stays clean."""
        count, samples = len(voices), frames * FRAME
        crop = self.crops(voices, frames, speed)
        behind = self.crops(others, frames, torch.ones(count, device=DEVICE))
        begin = random_column(count) * frames * FRAME
        t = torch.arange(samples, device=DEVICE)[None]
        sounds = ((t >= begin) & (t < begin + samples * 0.5)).float()
        on = (random_column(count) < 0.3).float()
        behind = behind * sounds * on * 10 ** (-(random_column(count) * 18 + 2) / 20)
        mixed = mixdown(torch.stack([crop, behind], 1))
        peak = crop.abs().amax(-1, keepdim=True).clamp(min=1e-3)
        clean = crop / peak * (0.1 + 0.8 * random_column(count))
        clean = clean + torch.randn_like(crop) * 3e-4 * random_column(count)
        return torch.where(random_column(count) < clean_share, clean, mixed)


@torch.no_grad()
def embed_for_comparison(net, bank, voices, frames, clean):
    """Vectors of 24 crops of each voice, and the voice of each vector."""
    vectors, labels = [], []
    for _ in range(6):
        chosen = torch.tensor(voices, device=DEVICE).repeat_interleave(4)
        others = chosen[torch.randperm(len(chosen), device=DEVICE)]
        speed = torch.ones(len(chosen), device=DEVICE)
        share = 1.0 if clean else 0.0
        sound = bank.disturbed_crops(chosen, frames, speed, others, share)
        vectors.append(net(sound).float())
        labels.append(chosen)
    return torch.cat(vectors), torch.cat(labels)


def equal_error(net, bank, voices, frames, clean):
    """The rate at which as many pairs are missed as falsely taken for one voice, and its limit."""
    net.eval()
    vectors, labels = embed_for_comparison(net, bank, voices, frames, clean)
    net.train()
    i, j = torch.triu_indices(len(vectors), len(vectors), 1, device=DEVICE)
    scores = (vectors @ vectors.t())[i, j]
    same = labels[i] == labels[j]
    own, other = scores[same].sort().values, scores[~same].sort().values
    limits = own[torch.linspace(0, len(own) - 1, 400, device=DEVICE).long()]
    missed = torch.searchsorted(own, limits).float() / len(own)
    false = 1 - torch.searchsorted(other, limits).float() / len(other)
    k = (missed - false).abs().argmin()
    return ((missed[k] + false[k]) / 2).item(), limits[k].item()


def print_equal_errors(title, net, bank, voices, frames):
    disturbed = equal_error(net, bank, voices, frames, False)
    clean = equal_error(net, bank, voices, frames, True)
    print(title, 'disturbed', disturbed, 'clean', clean, flush=True)


def make_identity(norm, bias):
    """A norm that the export folded into its convolution only adds the bias."""
    norm.weight.fill_(1)
    norm.bias.copy_(bias)
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)


@torch.no_grad()
def load_onnx(net, path):
    """A network of this form out of its ONNX file, where norms are folded into convolutions."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    values = {
        weights.name.removesuffix('_half'): torch.from_numpy(
            numpy_helper.to_array(weights).astype(np.float32)
        )
        for weights in graph.initializer
    }
    folded = [
        node for node in graph.node if node.op_type == 'Conv' and node.input[1].startswith('onnx::')
    ]
    pairs = [(net.c1, net.n1)]
    for block in net.blocks:
        pairs += [(block.a, block.na), (block.b, block.nb)]
    pairs.append((net.m, net.nm))
    for node, (convolution, norm) in zip(folded[: len(pairs)], pairs, strict=True):
        convolution.weight.copy_(values[node.input[1]])
        make_identity(norm, values[node.input[2]])
    net.m.bias.zero_()
    own = dict(net.named_parameters()) | dict(net.named_buffers())
    for name, value in values.items():
        if name in own and not name.startswith('mel.'):
            own[name].copy_(value)
    product = next(node for node in graph.node if node.op_type == 'MatMul')
    net.e.weight.copy_(values[product.input[1]].t())


@torch.no_grad()
def settle(net, sound):
    """Gives the norms the statistics of this sound without changing what the network answers."""
    norms = {name: m for name, m in net.named_modules() if isinstance(m, nn.BatchNorm1d)}
    inputs = {}

    def keep_input(name):
        return lambda _, args: inputs.__setitem__(name, args[0])

    net.eval()
    hooks = [norm.register_forward_pre_hook(keep_input(name)) for name, norm in norms.items()]
    net.trunk(net.features(sound))
    for name, norm in norms.items():
        x = inputs[name]
        dims = (0, 2) if x.dim() == 3 else (0,)
        mean, variance = x.mean(dims), x.var(dims, unbiased=False)
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        norm.bias.copy_(norm.bias + (mean - norm.running_mean) * scale)
        norm.weight.copy_(scale * (variance + norm.eps).sqrt())
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
    for hook in hooks:
        hook.remove()
    net.train()


def save(net):
    """Writes the weights in half precision, without the mel filters."""
    weights = {}
    for name, value in net.state_dict().items():
        if name.startswith('mel.'):
            continue
        array = value.detach().cpu().numpy()
        weights[name] = array.astype(np.float16) if value.is_floating_point() else array
    np.savez(f'{OUT}/voice.npz', **weights)


def load_or_speak():
    """The bank of synthetic voices, kept beside STATE so that the next call has the same one."""
    path = f'{STATE}.bank'
    if STATE and os.path.exists(path):
        return torch.load(path, map_location=DEVICE)
    spoken = speak()
    if STATE:
        torch.save(spoken, path)
    return spoken


class Voices:
    """Which voices of the bank are trained on and which are kept apart."""

    def __init__(self, bank, people):
        needed = int(LONGEST_CROP * 1.12) + 4
        length = bank.length.tolist()
        voices = range(VOICES)
        train = [i for i in voices if not is_validation(i) and length[i] > needed * 1.5]
        self.synthetic = len(train)
        train += [VOICES + i for i, (_, kept, _) in enumerate(people) if not kept]
        self.count = len(train)
        self.train = torch.tensor(train, device=DEVICE)
        self.kept = [i for i in voices if is_validation(i) and length[i] > needed]
        self.kept_people = {}  # by the first two letters of their names: the collection
        for i, (name, kept, _) in enumerate(people):
            if kept:
                self.kept_people.setdefault(name[:2], []).append(VOICES + i)
        self.kept_people = dict(sorted(self.kept_people.items()))

    def choose(self, size):
        """Random numbers of trained voices, REAL_SHARE of them people."""
        synthetic = torch.randint(self.synthetic, (size,), device=DEVICE)
        if self.count == self.synthetic:
            return synthetic
        real = torch.rand(size, device=DEVICE) < REAL_SHARE
        people = torch.randint(self.synthetic, self.count, (size,), device=DEVICE)
        return torch.where(real, people, synthetic)


def hide_band(features):
    """Hides eight bands of some crops."""
    first = torch.randint(0, 72, (len(features), 1, 1), device=DEVICE)
    band = torch.arange(80, device=DEVICE)[None, :, None]
    some = torch.rand(len(features), 1, 1, device=DEVICE) < 0.3
    return features * (1 - ((band >= first) & (band < first + 8) & some).float())


def margin_loss(cosines, labels, margin):
    """Angular margin softmax: the angle to the own class counts as larger by the margin."""
    own = cosines.gather(1, labels[:, None]).clamp(-0.999, 0.999)
    harder = torch.cos(torch.acos(own) + margin)
    beyond = own - margin * math.sin(margin)
    harder = torch.where(own > math.cos(math.pi - margin), harder, beyond)
    return F.cross_entropy(cosines.scatter(1, labels[:, None], harder) * 30, labels)


@torch.no_grad()
def mean_vectors(teacher, bank, voices, speeds):
    """The direction of each class (a voice at a speed), by the teacher."""
    classes = len(SPEEDS) * voices.count
    mean = torch.zeros(classes, EMBEDDING, device=DEVICE)
    for _ in range(3):
        for at in range(0, classes, 1024):
            label = torch.arange(at, min(classes, at + 1024), device=DEVICE)
            chosen, speed = voices.train[label % voices.count], speeds[label // voices.count]
            mean[label] += teacher(bank.crops(chosen, LONGEST_CROP, speed))
    return F.normalize(mean, dim=-1)


def go_on_from_onnx(net, bank, voices, speeds):
    """Loads FROM into the net; returns it as a teacher, with the classes' directions."""
    load_onnx(net, FROM)
    teacher = Voice().to(DEVICE)
    teacher.load_state_dict(net.state_dict())
    teacher.eval()
    chosen = torch.randint(voices.count, (2 * BATCH,), device=DEVICE)
    same_speed = torch.ones(2 * BATCH, device=DEVICE)
    others = voices.train[chosen.flip(0)]
    sound = bank.disturbed_crops(voices.train[chosen], 100, same_speed, others)
    with torch.no_grad():
        before = teacher(sound)
        settle(net, sound)
        net.eval()
        print('settled to within', (net(sound) - before).abs().max().item(), flush=True)
        net.train()
    directions = mean_vectors(teacher, bank, voices, speeds)
    for frames in (50, 75, 100, 150):
        title = f'{frames * 20} ms unseen voices, before:'
        print_equal_errors(title, teacher, bank, voices.kept, frames)
    if equal_error(teacher, bank, voices.kept, 100, True)[0] > 0.03:
        raise SystemExit('the network was not read back as it was')
    return teacher.eval(), directions


def seconds_since_start():
    return time.time() - PROGRAM_START


def prepare_bank():
    bank = Bank(*load_or_speak())
    people = read_real(REAL) if REAL else []
    bank.add([frames for _, _, frames in people])
    hours = sum(len(frames) for _, _, frames in people) / 50 / 3600
    print('people', len(people), hours, 'h', flush=True)
    return bank, Voices(bank, people)


class Training:
    """The network that learns, its moving average, and how far the training is."""

    def __init__(self, bank, voices):
        self.bank = bank
        self.voices = voices
        self.speeds = torch.tensor(SPEEDS, device=DEVICE)
        self.net, self.average = Voice().to(DEVICE), Voice().to(DEVICE)
        classes = len(SPEEDS) * voices.count
        directions = torch.randn(classes, EMBEDDING, device=DEVICE) * 0.1
        self.teacher = None
        if FROM:
            self.teacher, directions = go_on_from_onnx(self.net, bank, voices, self.speeds)
        self.average.load_state_dict(self.net.state_dict())
        self.directions = nn.Parameter(directions)
        self.optimizer = torch.optim.AdamW(
            [
                {'params': self.net.parameters(), 'weight_decay': 2e-2},
                {'params': [self.directions], 'weight_decay': 1e-3},
            ],
            lr=2e-3,
        )
        self.step = self.saved = 0
        self.seconds_before = 0.0  # trained by earlier calls

    def load_state(self):
        state = torch.load(STATE, map_location=DEVICE)
        self.net.load_state_dict(state['net'])
        self.average.load_state_dict(state['ema'])
        self.directions.data.copy_(state['W'])
        self.optimizer.load_state_dict(state['opt'])
        self.step, self.saved = state['step'], state['saved']
        self.seconds_before = state['spent']
        torch.manual_seed(self.step)
        rng.seed(self.step)
        print(f'goes on from step {self.step}', flush=True)

    def save_state(self, elapsed):
        state = {
            'net': self.net.state_dict(),
            'ema': self.average.state_dict(),
            'W': self.directions.data,
            'opt': self.optimizer.state_dict(),
            'step': self.step,
            'saved': self.saved,
            'spent': elapsed,
        }
        torch.save(state, STATE)

    def train_step(self, fraction):
        """One step; returns what is printed of it."""
        rate = learning_rate(PEAK, self.step, fraction, 300)
        set_learning_rate(self.optimizer, rate)
        margin = 0.25 * min(1, max(0, (fraction - 0.08) / 0.4))
        features, labels, goal = self._batch(rng.choice(CROP_FRAMES))
        with torch.autocast(DEVICE, torch.bfloat16):
            embedding = self.net.trunk(features)
        vectors = F.normalize(embedding.float(), dim=-1)
        cosines = vectors @ F.normalize(self.directions, dim=-1).t()
        loss = margin_loss(cosines, labels, margin)
        near = (vectors * goal).sum(1).mean() if ANCHOR else None
        if ANCHOR:
            loss = loss + ANCHOR * (1 - near)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimizer.step()
        self.step += 1
        update_average(self.average, self.net, average_decay(self.step, 0.998))
        return loss, cosines, labels, near

    @torch.no_grad()
    def _batch(self, frames):
        """Features of crops, the class of each, and the teacher's vectors where it is an anchor."""
        number = self.voices.choose(BATCH)
        speed = torch.randint(len(SPEEDS), (BATCH,), device=DEVICE)
        labels = number + self.voices.count * speed
        chosen = self.voices.train[number]
        others = chosen[torch.randperm(BATCH, device=DEVICE)]
        pace = self.speeds[speed] * (1 + (torch.rand(BATCH, device=DEVICE) - 0.5) * 0.02)
        sound = self.bank.disturbed_crops(chosen, frames, pace, others)
        features = self.net.features(sound)
        goal = self.teacher(self.bank.crops(chosen, LONGEST_CROP, pace)) if ANCHOR else None
        return hide_band(features), labels, goal

    def print_step(self, loss, cosines, labels, near):
        right = (cosines.argmax(1) == labels).float().mean()
        text = f'{seconds_since_start():.0f} s step {self.step} loss {loss.item():.3f}'
        text += f' right {right:.3f}'
        print(text + (f' near {near.item():.3f}' if ANCHOR else ''), flush=True)

    def print_progress(self):
        for name, kept in {**self.voices.kept_people, 'sy': self.voices.kept}.items():
            print_equal_errors(f'{name} 1500 ms so far:', self.average, self.bank, kept, 75)

    def print_result(self):
        for name, kept in self.voices.kept_people.items():
            for frames in (50, 75, 100):
                title = f'{frames * 20} ms unseen people {name} :'
                print_equal_errors(title, self.average, self.bank, kept, frames)
        for frames in (50, 75, 100, 150):
            title = f'{frames * 20} ms unseen voices:'
            print_equal_errors(title, self.average, self.bank, self.voices.kept, frames)


def main():
    random.seed(1)
    torch.manual_seed(1)
    if DEVICE == 'cuda':
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = False
    print(f'start {seconds_since_start():.0f} s', flush=True)
    bank, voices = prepare_bank()
    if DEVICE == 'cuda':
        torch.backends.cudnn.allow_tf32 = False  # the spectrum needs its last bits
    training = Training(bank, voices)
    parameters = sum(p.numel() for p in training.net.parameters())
    print('voices', voices.count, len(voices.kept), 'parameters', parameters, flush=True)
    started = time.time()
    span = TRAIN_SECONDS or TOTAL_SECONDS - seconds_since_start()
    if STATE and os.path.exists(STATE):
        training.load_state()
        started -= training.seconds_before
    printed = training.seconds_before
    while (elapsed := time.time() - started) < span and seconds_since_start() < SLICE_SECONDS:
        fraction = elapsed / span
        result = training.train_step(fraction)
        if elapsed > printed + 20:
            printed = elapsed
            training.print_step(*result)
        if fraction > 0.5 + 0.2 * training.saved:
            save(training.average)
            training.saved += 1
            training.print_progress()
    save(training.average)
    print(f'{seconds_since_start():.0f} s steps {training.step}', flush=True)
    if STATE:
        training.save_state(elapsed)
        if elapsed < span:
            return
    training.print_result()


if __name__ == '__main__':
    main()
