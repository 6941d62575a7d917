"""Text to the phoneme ids of a Piper voice, by espeak-ng's IPA.

Imported by prep.py and prep_ear.py; needs espeak-ng and the voice's tokens.txt in the working
folder.
"""

import subprocess


def read_tokens(path):
    """The id of each phoneme; a line is a phoneme, which may be a space, a space and the id."""
    tokens = {}
    with open(path, encoding='utf8') as file:
        for line in file.read().split('\n'):
            if line:
                phoneme, number = line.rsplit(' ', 1)
                tokens[phoneme or ' '] = int(number)
    return tokens


TOKENS = read_tokens('tokens.txt')


def ids_of(parts):
    """Ids of the parts one behind another, and the place behind each part."""
    ids, ends = [TOKENS['^'], TOKENS['_']], []
    for part in parts:
        for phoneme in part:
            if phoneme in TOKENS:
                ids += [TOKENS[phoneme], TOKENS['_']]
        ends.append(len(ids))
    return ids + [TOKENS['$']], ends


def ipa(text, voice='en-us'):
    spoken = subprocess.run(['espeak-ng', '-q', '--ipa', '-v', voice, text], capture_output=True)
    return spoken.stdout.decode().strip().replace('\n', ', ').replace('\u200d', '')
