"""Trains segmentation.onnx further, on people and synthetic voices in simulated rooms.

VOICE=voice-bytes.onnx PEOPLE=people.bin INIT=segmentation.onnx OUT=out STATE=state.pt
BANKFILE=bank.pt TRAIN_SECONDS=1030 python3 train_rooms.py, in a folder with prep.py's text.json.gz
and a libopus*.so; needs an accelerator. A call ends END_SECONDS after its start and the next one
goes on from STATE. PEOPLE is written by utterances.py, VOICE by vits.py. DEVAUDIO names recordings
to measure on (each a .raw of 16 bits at 16 kHz and an .rttm beside it, without the ending,
separated by commas).
"""

import gzip
import itertools
import json
import os
import random
import struct
import time

import numpy as np
import torch
import torch.multiprocessing as multiprocessing
import torch.nn.functional as F

from augment import (
    RATE,
    add_hum,
    add_knocks,
    add_noise,
    decibels,
    recorded,
    ripple,
    room_responses,
    slow,
    through_line,
    tilt,
)
from bank import Conversation
from model import Seg
from real_people import decode, load_opus
from rooms import RoomBank
from schedule import average_decay, learning_rate, set_learning_rate, update_average
from settings import setting
from train_seg import (
    ACTIVITY_OF_CLASS,
    ORDERS,
    hide_band,
    permutation_invariant_loss,
    speaker_loss,
    three_loudest,
)

PROGRAM_START = time.time()
DEVICE = setting('DEVICE', 'cuda')
SYNTH_SECONDS = setting('SYNTH_SECONDS', 50.0)
TRAIN_SECONDS = setting('TRAIN_SECONDS', 1000.0)
END_SECONDS = setting('END_SECONDS', 580.0)  # of the program
OUT = setting('OUT', '.')
STATE = setting('STATE', 'state.pt')
BANKFILE = setting('BANKFILE', '')
INIT = setting('INIT', '')
PEAK = setting('PEAK', 8e-4)
BATCH = setting('BATCH', 128)
SPEAK_BATCH = setting('SPEAK_BATCH', 96)
MIXED = setting('MIXED', 600)
PLANNERS = setting('PLANNERS', 10)
ROOMS = setting('ROOMS', 400)
KEPT = (3, 7)
FRAME, SAMPLES, FRAMES, LENGTH = 320, 160000, 500, 544
SENTENCE, BACKCHANNEL = range(2)
OWN = 904
rng = random.Random(12)
torch.manual_seed(12)


def activity_of(frames):
    """Which frames of one utterance are speech, tight and with pauses of up to 0.3 s."""
    level = 10 * torch.log10((frames.float() / 32768).pow(2).mean(-1) + 1e-9)
    on = level > torch.quantile(level, 0.95) - 30
    on = on.cpu().numpy()
    at = np.flatnonzero(on)
    bridged = on.copy()
    for a, b in itertools.pairwise(at):
        if b - a <= 15:
            bridged[a:b] = True
    return on, bridged


def islands_of(on):
    """Short stretches of speech between pauses: (first, frames)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], on.astype(np.int8), [0]])))
    runs = list(zip(edges[::2], edges[1::2], strict=True))
    merged = []
    for a, b in runs:
        if merged and a - merged[-1][1] <= 4:
            merged[-1][1] = b
        else:
            merged.append([a, b])
    return [(int(a), int(b - a)) for a, b in merged if 9 <= b - a <= 48]


class BankMaker:
    def __init__(self):
        self.frames = [torch.zeros(1, FRAME, dtype=torch.int16)]
        self.activity = [np.zeros(1, np.uint8)]
        self.count = 1
        self.utterances = {}  # voice -> ([sentences], [backchannels])
        self.kept = set()

    def add(self, voice, frames, short=False, kept=False):
        if len(frames) < 8:
            return
        on, bridged = activity_of(frames)
        first = self.count
        self.frames.append(frames.cpu())
        self.activity.append(bridged.astype(np.uint8))
        self.count += len(frames)
        of = self.utterances.setdefault(voice, ([], []))
        if kept:
            self.kept.add(voice)
        if short:
            of[BACKCHANNEL].append((first, len(frames)))
            return
        of[SENTENCE].append((first, len(frames)))
        for a, n in islands_of(on):
            of[BACKCHANNEL].append((first + a, n))
        if len(on) > 60:
            a = rng.randrange(0, len(on) - 45)
            of[BACKCHANNEL].append((first + a, rng.randrange(12, 40)))

    def done(self):
        return {
            'frames': torch.cat(self.frames),
            'activity': torch.from_numpy(np.concatenate(self.activity)),
            'utterances': self.utterances,
            'kept': self.kept,
        }


def add_people(maker, path, first_voice):
    opus = load_opus()
    with open(path, 'rb') as file:
        content = file.read()
    body = 4 + struct.unpack('<I', content[:4])[0]
    people = json.loads(content[4:body])
    for k, person in enumerate(people):
        start = body + person['at']
        frames = torch.from_numpy(
            decode(opus, content[start : start + person['bytes']], person['frames']).copy()
        )
        at = 0
        for length in person['utts']:
            one = frames[at : at + length]
            at += length
            maker.add(first_voice + k, one, short=length < 45, kept=person['kept'])
    return len(people)


def synthesise(maker):
    import torchaudio

    from vits import SpeakerQueue, Vits, mix_voices, padded

    vits = Vits(setting('VOICE', 'piper.onnx'), DEVICE)
    own = [v for v in range(OWN) if v % 15 not in KEPT]
    mix_voices(vits, own, MIXED, rng)
    with gzip.open('text.json.gz', 'rt') as file:
        text = json.load(file)
    lines = sorted([ids for ids in text['utts'] if len(ids) <= 200], key=len)
    shorts = sorted(text['bc'], key=len)
    voices = [v for v in range(OWN + MIXED) if v >= OWN or v % 15 != 7]
    queue = SpeakerQueue(len(voices), rng)
    started, turn, spoken = time.time(), 0, 0
    while time.time() - started < SYNTH_SECONDS or turn < 3:
        who = [voices[k] for k in queue.take(SPEAK_BATCH)]
        short = turn % 3 == 2
        source = shorts if short else lines
        first = rng.randrange(max(1, len(source) - 160))
        chosen = [source[min(len(source) - 1, first + rng.randrange(160))] for _ in who]
        ids, lengths = padded(chosen)
        scales = [rng.uniform(0.45, 0.95), rng.uniform(0.7, 1.25), rng.uniform(0.55, 1.1)]
        sound = vits(ids, lengths, torch.tensor(scales), torch.tensor(who))
        sound = torchaudio.functional.resample(sound.reshape(SPEAK_BATCH, -1).float(), 22050, RATE)
        frames = sound[:, : sound.shape[1] // FRAME * FRAME].reshape(SPEAK_BATCH, -1, FRAME)
        power = frames.pow(2).mean(-1)
        level = 10 * torch.log10(power + 1e-9)
        on = level > torch.quantile(level, 0.97, dim=1, keepdim=True) - 34
        rms = ((power * on).sum(1) / on.sum(1).clamp(min=1)).sqrt().clamp(min=1e-4)
        pcm = ((frames / rms[:, None, None] * 0.07).clamp(-1, 1) * 32767).to(torch.int16).cpu()
        on = on.cpu().numpy()
        for k, voice in enumerate(who):
            at = np.flatnonzero(on[k])
            if len(at) < 8:
                continue
            one = pcm[k, max(0, at[0] - 2) : at[-1] + 3]
            maker.add(voice, one, short=short, kept=voice < OWN and voice % 15 in KEPT)
            spoken += len(one)
        turn += 1
    print(f'spoken {spoken / 50 / 3600:.2f} h in {time.time() - started:.0f} s', flush=True)


def make_bank():
    if BANKFILE and os.path.exists(BANKFILE):
        return torch.load(BANKFILE, weights_only=False)
    maker = BankMaker()
    count = add_people(maker, setting('PEOPLE', 'people.bin'), OWN + MIXED)
    print(
        'people',
        count,
        'h',
        maker.count / 50 / 3600,
        f'{time.time() - PROGRAM_START:.0f} s',
        flush=True,
    )
    if SYNTH_SECONDS > 0:
        synthesise(maker)
    bank = maker.done()
    if BANKFILE:
        torch.save(bank, BANKFILE)
    return bank


class Planner:
    """Plans ten seconds of none to three voices; about half of all voices are people."""

    LENGTH = LENGTH

    def __init__(self, utterances, people, synthetic, seed, share):
        self.utterances, self.people, self.synthetic = utterances, people, synthetic
        self.rng = random.Random(seed)
        self.share = share

    def one(self):
        speakers = np.zeros(3, np.int64) - 1
        count = self.rng.choices([0, 1, 2, 3], [0.03, 0.22, 0.40, 0.35])[0]
        if count == 0:
            return np.zeros((3, LENGTH), np.int32), speakers
        pool = (
            self.people if self.rng.random() < self.share or not self.synthetic else self.synthetic
        )
        if self.rng.random() < 0.2 and self.synthetic and self.people:
            pool = self.people + self.synthetic
        chosen = self.rng.sample(pool, count)
        speakers[:count] = chosen
        utterances = [self.utterances[s] for s in chosen]
        return Conversation(self.rng, LENGTH, utterances).plan(), speakers

    def batch(self, size):
        planned = [self.one() for _ in range(size)]
        return np.stack([f for f, _ in planned]), np.stack([w for _, w in planned])


def plan_batches(queue, utterances, people, synthetic, seed):
    planner = Planner(utterances, people, synthetic, seed, 0.55)
    while True:
        queue.put(planner.batch(BATCH))


def random_pace(batch):
    pace = 1 + (torch.rand(batch, 3, 1, device=DEVICE) * 2 - 1) * 0.08
    steady = torch.rand(batch, 3, 1, device=DEVICE) < 0.3
    pace = torch.where(steady, torch.ones_like(pace), pace)
    return (pace + slow(batch, 3, SAMPLES, DEVICE, 0.015).clamp(-0.05, 0.05)).clamp(0.9, 1.085)


def convolved(tracks, responses, colour=True):
    """Tracks through responses [batch, voices, length], each with a colour of its own."""
    batch, voices, samples = tracks.shape
    size = 1 << (samples + responses.shape[-1] - 1).bit_length()
    frequencies = torch.linspace(0, RATE // 2, size // 2 + 1, device=DEVICE)
    shape = (batch, voices, 1)
    curve = torch.exp(ripple(shape, frequencies, 4) * 0.22 + tilt(shape, frequencies, -0.8, 0.6))
    spectrum = torch.fft.rfft(tracks, size) * torch.fft.rfft(responses, size) * curve
    return torch.fft.irfft(spectrum, size)[..., :samples]


def in_rooms(tracks, rooms):
    """One channel: far rooms for half of them, near and formula rooms for the others."""
    batch, voices, _ = tracks.shape
    far, distance = rooms.draw(batch, voices)
    formula = room_responses(batch, voices, DEVICE)
    is_far = torch.rand(batch, 1, 1, device=DEVICE) < 0.55
    near_level = (torch.randn(batch, voices, 1, device=DEVICE) * 9).clamp(-20, 20)
    # By the distance alone up to 24 dB lie between two people; talkers differ by some more.
    far_level = -20 * torch.log10(distance)[..., None]
    far_level = far_level - far_level.mean(1, keepdim=True)
    far_level = (far_level + torch.randn(batch, voices, 1, device=DEVICE) * 4).clamp(-20, 20)
    level = torch.where(is_far, far_level, near_level)
    moving = slow(batch, voices, SAMPLES, DEVICE, 1.5)
    tracks = tracks * decibels(level + moving)
    return convolved(tracks, torch.where(is_far, far, formula)).sum(1)


def mixdown(tracks, rooms):
    x = in_rooms(tracks, rooms)
    level = x.pow(2).mean(-1, keepdim=True).sqrt().clamp(min=0.02)
    x = add_noise(x, level)
    x = add_knocks(x, level)
    x = add_hum(x, level)
    return recorded(through_line(x))


class Mixer:
    def __init__(self, bank, rooms):
        self.audio = bank['frames'].to(DEVICE)
        on = bank['activity'].to(DEVICE).float()[None, None]
        wide = F.max_pool1d(on, 25, 1, 12)
        self.activity = (-F.max_pool1d(-wide, 25, 1, 12))[0, 0].to(torch.uint8)
        self.activity[0] = 0
        self.rooms = rooms

    def make(self, frames):
        frames = torch.from_numpy(frames).to(DEVICE).long()
        batch = len(frames)
        sound = self.audio[frames].reshape(batch, 3, -1).float() / 32768
        activity = self.activity[frames].float()
        pace = random_pace(batch)
        position = pace.double().cumsum(-1) - pace[..., :1]
        position = position.clamp(0, LENGTH * FRAME - 2)
        below = position.floor().long()
        weight = (position - below).float()
        sound = sound.gather(2, below) * (1 - weight) + sound.gather(2, below + 1) * weight
        activity = activity.gather(2, below[:, :, FRAME // 2 :: FRAME] // FRAME)
        return mixdown(sound, self.rooms), activity.transpose(1, 2)


def error_frames(found, reference):
    spoken, heard = reference.sum(-1), found.sum(-1)
    missed = (spoken - heard).clamp(min=0).sum(1)
    false = (heard - spoken).clamp(min=0).sum(1)
    both = torch.minimum(spoken, heard).sum(1)
    right = torch.stack([(found * reference[:, :, o]).sum((1, 2)) for o in ORDERS], 1)
    any_missed = ((spoken > 0) & (heard == 0)).sum(1)
    any_false = ((spoken == 0) & (heard > 0)).sum(1)
    two = (spoken > 1).sum(1)
    two_heard = ((spoken > 1) & (heard > 1)).sum(1)
    two_false = ((spoken < 2) & (heard > 1)).sum(1)
    return torch.stack(
        [
            missed,
            false,
            both - right.max(1).values,
            spoken.sum(1),
            any_missed,
            any_false,
            two,
            two_heard,
            two_false,
        ],
        1,
    ).sum(0)


def read_recording(name):
    sound = torch.from_numpy(np.fromfile(f'{name}.raw', np.int16).astype(np.float32) / 32768)
    frames = len(sound) // FRAME
    with open(f'{name}.rttm') as file:
        turns = [line.split() for line in file if line.startswith('SPEAKER')]
    names = sorted({turn[7] for turn in turns})
    activity = torch.zeros(frames, max(3, len(names)))
    for turn in turns:
        start, duration = float(turn[3]), float(turn[4])
        activity[round(start * 50) : round((start + duration) * 50), names.index(turn[7])] = 1
    starts = range(0, frames - FRAMES + 1, 125)
    windows = torch.stack([sound[s * FRAME : s * FRAME + SAMPLES] for s in starts])
    references = [three_loudest(activity[s : s + FRAMES]) for s in starts]
    return os.path.basename(name), windows.to(DEVICE), torch.stack(references).to(DEVICE)


class Evaluation:
    def __init__(self, mixer, bank, sets):
        self.recordings = [read_recording(n) for n in setting('DEVAUDIO', '').split(',') if n]
        self.sets = {}
        state, device_state = (
            torch.get_rng_state(),
            torch.cuda.get_rng_state() if DEVICE == 'cuda' else None,
        )
        torch.manual_seed(5)
        for name, voices in sets.items():
            if len(voices) < 6:
                continue
            planner = Planner(bank['utterances'], voices, [], 99, 1.0)
            self.sets[name] = [mixer.make(planner.batch(BATCH)[0]) for _ in range(3)]
        torch.set_rng_state(state)
        if device_state is not None:
            torch.cuda.set_rng_state(device_state)

    def report(self, net):
        text = ''
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            for name, batches in [
                *self.sets.items(),
                *[(n, [(w, r)]) for n, w, r in self.recordings],
            ]:
                f = sum(
                    error_frames(ACTIVITY_OF_CLASS.to(DEVICE)[net(x).argmax(-1)], y)
                    for x, y in batches
                ).float()
                s = f[3]
                text += (
                    f'\n   {name}: error {f[:3].sum() / s:.3f} '
                    f'(missed {f[0] / s:.3f} false {f[1] / s:.3f} confused '
                    f'{f[2] / s:.3f}) unheard {f[4] / s:.3f} false speech {f[5] / s:.3f}'
                    f' two heard {f[7] / f[6].clamp(min=1):.3f} '
                    f'precision {f[7] / (f[7] + f[8]).clamp(min=1):.3f}'
                )
        return text


def load_onnx(net, path):
    """The weights of an exported network."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    values = {
        w.name: torch.from_numpy(numpy_helper.to_array(w).astype(np.float32))
        for w in graph.initializer
    }
    own = dict(net.named_parameters())
    loaded = set()
    for name, value in values.items():
        if name in own and own[name].shape == value.shape:
            own[name].data.copy_(value)
            loaded.add(name)
    # x @ W + bias: the bias has its name, the product's weights have not.
    makers = {output: node for node in graph.node for output in node.output}
    for node in graph.node:
        if node.op_type != 'Add':
            continue
        biases = [i for i in node.input if i in own and i.endswith('.bias')]
        products = [makers[i] for i in node.input if i in makers and makers[i].op_type == 'MatMul']
        if biases and products:
            weight = next((i for i in products[0].input if i in values), None)
            name = biases[0][: -len('bias')] + 'weight'
            if weight is not None and own[name].shape == values[weight].t().shape:
                own[name].data.copy_(values[weight].t())
                loaded.add(name)
    left = [n for n in own if n not in loaded and not n.startswith('who')]
    print('loaded', len(loaded), 'not loaded', left, flush=True)


def export(weights, path):
    net = Seg(classes=1)
    net.load_state_dict(
        {n: v.cpu() for n, v in weights.items() if not n.startswith('who')}, strict=False
    )
    net.eval()
    for block in net.blocks:
        block.plain = True
    example = (torch.randn(1, SAMPLES) * 0.05,)
    axes = {'audio': {0: 'batch', 1: 'samples'}, 'logprobs': {0: 'batch', 1: 'frames'}}
    torch.onnx.export(
        net,
        example,
        path,
        input_names=['audio'],
        output_names=['logprobs'],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=['CPUExecutionProvider'])
    sound = torch.randn(1, SAMPLES) * 0.05
    output = session.run(None, {'audio': sound.numpy()})[0]
    with torch.no_grad():
        print(
            'onnx against torch',
            output.shape,
            float(np.abs(output - net(sound).numpy()).max()),
            os.path.getsize(path),
            flush=True,
        )


def main():
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = True
    bank = make_bank()
    utterances = {v: u for v, u in bank['utterances'].items() if len(u[0]) >= 2 and len(u[1]) >= 1}
    bank['utterances'] = utterances
    first_person = OWN + MIXED
    people = [v for v in utterances if v >= first_person and v not in bank['kept']]
    synthetic = [v for v in utterances if v < first_person and v not in bank['kept']]
    kept_people = [v for v in utterances if v >= first_person and v in bank['kept']]
    kept_synthetic = [v for v in utterances if v < first_person and v in bank['kept']]
    print(
        'voices',
        len(people),
        len(synthetic),
        'kept',
        len(kept_people),
        len(kept_synthetic),
        flush=True,
    )
    rooms = RoomBank(ROOMS, 10, DEVICE)
    mixer = Mixer(bank, rooms)
    context = multiprocessing.get_context('spawn')
    queue = context.Queue(30)
    state = (
        torch.load(STATE, map_location=DEVICE, weights_only=False)
        if os.path.exists(STATE)
        else None
    )
    seed = 1000 * (state['slices'] if state else 0)
    planners = [
        context.Process(
            target=plan_batches, args=(queue, utterances, people, synthetic, seed + k), daemon=True
        )
        for k in range(PLANNERS)
    ]
    for planner in planners:
        planner.start()
    classes = first_person + 400
    net, average = Seg(classes=classes).to(DEVICE), Seg(classes=classes).to(DEVICE).eval()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2, betas=(0.9, 0.98))
    step, trained = 0, 0.0
    if state:
        net.load_state_dict(state['net'])
        average.load_state_dict(state['average'])
        optimizer.load_state_dict(state['optimizer'])
        step, trained = state['step'], state['trained']
    elif INIT:
        load_onnx(net, INIT)
        average.load_state_dict(net.state_dict())
    evaluation = Evaluation(mixer, bank, {'people': kept_people, 'synthetic': kept_synthetic})
    print(
        f'start {time.time() - PROGRAM_START:.0f} s, step {step}, trained {trained:.0f} s',
        evaluation.report(average),
        flush=True,
    )
    started, before = time.time(), trained
    next_check = started + setting('CHECK_SECONDS', 100.0)

    def save():
        torch.save(
            {
                'net': net.state_dict(),
                'average': average.state_dict(),
                'optimizer': optimizer.state_dict(),
                'step': step,
                'trained': trained,
                'slices': (state['slices'] if state else 0) + 1,
            },
            STATE,
        )
        half = {
            n: v.half()
            for n, v in average.state_dict().items()
            if not n.startswith('who') and not n.startswith('mel.')
        }
        torch.save(half, f'{OUT}/seg-half.pt')

    while time.time() - PROGRAM_START < END_SECONDS and trained < TRAIN_SECONDS:
        trained = before + time.time() - started
        fraction = min(1.0, trained / TRAIN_SECONDS)
        set_learning_rate(optimizer, learning_rate(PEAK, step, fraction, 400))
        frames, speakers = queue.get()
        with torch.no_grad():
            sound, activity = mixer.make(frames)
            features = net.features(sound)
            if step % 2 == 0:
                features = hide_band(features)
        with torch.autocast(DEVICE, torch.bfloat16):
            logits, middle = net.trunk(features)
            loss = permutation_invariant_loss(logits, activity).mean()
            who = speaker_loss(net, middle, activity, speakers)
            total = loss + 0.15 * (1 - fraction) * who
        optimizer.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        update_average(average, net, average_decay(step + 2000 * bool(INIT), 0.999))
        step += 1
        if step % 200 == 0:
            print(
                f'{trained:.0f}s step {step} loss {loss.item():.3f} '
                f'who {who.item():.3f} queue {queue.qsize()}',
                flush=True,
            )
        if time.time() > next_check:
            print(f'[{trained:.0f}s step {step}]', evaluation.report(average), flush=True)
            save()
            next_check = time.time() + setting('CHECK_SECONDS', 100.0)
    trained = before + time.time() - started
    print(f'[{trained:.0f}s step {step}] end', evaluation.report(average), flush=True)
    save()
    export(average.state_dict(), f'{OUT}/segmentation.onnx')
    for planner in planners:
        planner.terminate()
    print('DONE', flush=True)
    os._exit(0)


if __name__ == '__main__':
    main()
