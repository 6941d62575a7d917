"""Writes robots.gz: calls, near calls and sentences spoken by robotic voices, for train_ear.py.

python3 robots.py; needs espeak-ng, flite and festival (text2wave).
"""

import gzip
import json
import os
import random
import subprocess
import tempfile
import wave
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from phrases import phrases

PLAIN, CALL, NEAR_CALL = 0, 2, 3

CALLS = ['okay Eva', 'hey Eva', 'okay, Eva', 'hey, Eva', 'O K Eva']
NEAR_CALLS = phrases("""
    okay even|hey even|okay every|okay Evan|hey Evan|hey Eddie|okay Eddie|hey Ivan|okay if a
    hey if a|hey everyone|okay everybody|okay over|hey over|okay either|okay ever|hey Ella
    okay Emma|hey Edgar|okay Levi|hey Steve|okay we have a|leave a|hey Ava man|okay Ivy|hey well
    okay well|okay the|okay hi|hey what|Eva|okay then|hey there|okay so we|hey you have
    okay action item|hey look|okay believe|okay evil|okay area|hey Harvey|okay Avery|okay Ada
    hey Ida|okay Iva n|okay leaving|hey eager|okay easy
""")
SENTENCES = phrases("""
    we start at nine on Monday|the report was late again|I think that is a good idea
    can you send me the numbers|let us look at the next point|nobody knows what it costs
    there is one more question from the team|highlight that part please|note that we lost
    this is a decision for later|follow up with the customer|turn the page and read it
""")
ESPEAK_VARIANTS = ('|+f1|+f2|+f3|+f4|+m1|+m2|+m3|+m4|+m6|+m7|+croak').split('|')
FLITE_VOICES = ['kal16', 'rms', 'awb']
# As these voices must read the name to say it.
FLITE_CALLS = phrases("""
    okay iva|hey iva|okay, iva|hey, iva|okay eeva|hey eeva|okay iva.|hey iva.
""")
FESTIVAL_CALLS = phrases("""
    okay iva|hey iva|okay, iva|hey, iva|okay iva.|hey iva.
""")


class Job(NamedTuple):
    kind: int
    synthesizer: str
    voice: str
    pace: float
    pitch: int
    text: str


class Clip(NamedTuple):
    kind: int
    synthesizer: str
    rate: int
    pcm: bytes


def espeak_job(kind, text):
    voice = random.choice(['en-us', 'en-gb']) + random.choice(ESPEAK_VARIANTS)
    pace, pitch = random.randrange(120, 190), random.randrange(30, 70)
    return Job(kind, 'espeak', voice, pace, pitch, text)


def espeak_jobs():
    jobs = [espeak_job(CALL, random.choice(CALLS)) for _ in range(170)]
    jobs += [espeak_job(NEAR_CALL, random.choice(NEAR_CALLS)) for _ in range(170)]
    return jobs + [espeak_job(PLAIN, text) for text in SENTENCES for _ in range(2)]


def flite_jobs(voice):
    def job(kind, text, stretch):
        return Job(kind, 'flite', voice, stretch, 0, text)

    jobs = [job(CALL, text, stretch) for text in FLITE_CALLS for stretch in (0.85, 0.95, 1.05, 1.2)]
    jobs += [job(NEAR_CALL, text, random.choice((0.85, 1, 1.15))) for text in NEAR_CALLS]
    return jobs + [job(PLAIN, text, 1) for text in SENTENCES[:5]]


def festival_jobs():
    texts = [(CALL, text) for text in FESTIVAL_CALLS]
    texts += [(NEAR_CALL, text) for text in NEAR_CALLS[:24]]
    return [Job(kind, 'festival', 'kal_diphone', 1, 0, text) for kind, text in texts]


def command(job, folder, out):
    """The command that speaks the text into the file `out`."""
    if job.synthesizer == 'espeak':
        options = ['-v', job.voice, '-s', str(job.pace), '-p', str(job.pitch)]
        return ['espeak-ng', *options, '-w', out, job.text]
    if job.synthesizer == 'flite':
        stretch = f'duration_stretch={job.pace}'
        return ['flite', '-voice', job.voice, '--setf', stretch, '-t', job.text, '-o', out]
    text_file = f'{folder}/t.txt'
    with open(text_file, 'w') as file:
        file.write(job.text)
    return ['text2wave', '-eval', f'(voice_{job.voice})', text_file, '-o', out]


def speak(job):
    """The clip of a job; None, with the error printed, where its synthesizer fails."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            out = f'{folder}/a.wav'
            subprocess.run(command(job, folder, out), check=True, capture_output=True)
            with wave.open(out) as file:
                pcm = file.readframes(file.getnframes())
                return Clip(job.kind, job.synthesizer, file.getframerate(), pcm)
    except Exception as error:
        print(job, error)
        return None


def main():
    random.seed(3)
    jobs = espeak_jobs()
    for voice in FLITE_VOICES:
        jobs += flite_jobs(voice)
    jobs += festival_jobs()
    with ThreadPoolExecutor(3) as executor:
        clips = [clip for clip in executor.map(speak, jobs) if clip]
    print(len(clips), 'clips', sum(len(clip.pcm) / 2 / clip.rate for clip in clips), 's')
    header = [(clip.kind, clip.synthesizer, clip.rate, len(clip.pcm)) for clip in clips]
    with gzip.open('robots.gz', 'wb', 6) as file:
        file.write((json.dumps(header) + '\n').encode())
        for clip in clips:
            file.write(clip.pcm)
    print(os.path.getsize('robots.gz'))


if __name__ == '__main__':
    main()
