"""Writes text.json.gz: phoneme ids of many varied sentences, for a Piper voice.

python3 prep.py, in a folder with the voice's tokens.txt; needs espeak-ng. Sentences come from the
documentation on the machine and out of a small grammar of meetings (also written to dia.txt, which
prep_ear.py reads). synth.py and train_voice.py speak them.
"""

import glob
import gzip
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

from phonemes import ids_of, ipa
from phrases import phrases

DOCUMENTATION = (
    '/usr/share/doc/*/README*',
    '/usr/share/doc/*/copyright',
    '/usr/share/perl/5*/pod/*.pod',
    '/usr/share/doc/*/*.txt*',
)
SENTENCE = re.compile(
    r"(?<=[.!?] )([A-Z][a-z]+(?:[,;]? [a-zA-Z'-]{1,14}){3,18}[.!?])(?= )",
)
MAX_FOUND = 1500
SENTENCES = 500  # of each source

SUBJECTS = phrases("""
    I|you|we|they|she|he|somebody|the team|the client|our boss|the designers|marketing|everyone
    my colleague
""")
VERBS = phrases("""
    think about|should look at|could change|wanted to finish|really like|forgot|will send
    have to check|talked about|need|decided on|might drop|would rather keep|can't find|looked into
    already tested
""")
OBJECTS = phrases("""
    the remote control|the budget|that report|the second question|those buttons|the battery
    a new schedule|the drawing on the board|the prototype|the market numbers|our website|the price
    the whole thing|Thursday's meeting|the slides|a bigger screen|the colour of the case
    speech recognition|the next version|this one here|the rubber part|what people actually use
""")
ENDINGS = (
    "||| by Friday| next week| if that's okay| or something like that| you know| I guess"
    '| at least for now| before lunch| in the next phase| because it costs too much'
    "| and then we can see| but I'm not sure| as far as I know| to be honest"
    '| for about twelve euros| with the other people'
).split('|')
OPENINGS = (
    '|||So |Well, |Um, |Uh, |Okay, |Yeah, |Right, so |But |And |I mean, |Actually, |No, '
    '|You see, |Alright, |Hmm, |Maybe |Yes, and '
).split('|')
QUESTIONS = phrases("""
    Do you think {s} {v} {o}?|What about {o}?|How do we know that {s} {v} {o}?
    Can you explain {o}?|Why is {o} so difficult?|Is it {o} or {o2}?|Did you see {o}{t}?
    When will we get {o}?|Where do I put {o}?
""")
BACKCHANNELS = phrases("""
    yeah|yeah.|mm-hmm|right|okay|uh-huh|I see|sure|no|really?|exactly|yep|oh|mm|hmm|alright|yes
    okay, yeah|oh right|that's true|I know|of course|well|so|um|uh|wow|great|no no|yeah yeah|true
    I don't know|what?|oh okay|good|fine|ha ha|ha ha ha|hm hm|right, right|I think so|not really
    me too|thank you|sorry|go ahead|good point|got it|oh yeah|but|and|cool|maybe|definitely
    yeah, I agree|hang on|wait|oh no|nice
""")

EVA = ['ˈiːvə'] * 6 + ['ˈiːvɐ', 'ˈiːvʌ', 'ˈiːvɑ', 'ˈeɪvə', 'ˈeːvɑ', 'ˈɛvə']
OKAY = ['oʊkˈeɪ', 'oʊkˈeɪ', 'ˈoʊkˌeɪ', 'əʊkˈeɪ', 'okˈɛ', 'əkˈeɪ', 'kˈeɪ']
HEY = ['hˈeɪ', 'hˈeɪ', 'hˈeɪ', 'hˌeɪ', 'ˈeɪ']
RARE_GREETINGS = ('kˈeɪ', 'ˈeɪ', 'okˈɛ')
CALLS = 500
NEAR_CALLS = phrases("""
    hey Eddie|okay Eddie|hey Evan, note that|hey if a|okay if a|hey if a part|hey have a
    okay have a|okay over there|hey Edgar|okay Edgar|okay Levi|hey Levi|hey Ivy|okay Ivy
    hey Evelyn|okay Evelyn|hey Evie said|hey, Evan|okay, Evan|okay, Ivan|hey, Ivan|hey, leave a
    okay, leave a|hey, everything|okay, everything|hey eager|okay Eric|hey Eric|hey, Ella
    okay, Ellen|hey Helen|okay Avery|hey Heather|okay, every time|hey, every time|okay ever
    okay every|okay even|okay either|okay evil|okay Evan|okay Ivan|okay Eve|okay Steve|okay if I
    okay even so|okay we've a|okay leave a|okay area|okay Emma|okay Ava|okay over|okay Ella
    okay Anna|okay Alexa|okay Google|hey even|hey ever|hey either|hey Evan|hey Eve|hey Steve
    hey Ava|hey Emma|hey Siri|hey Alexa|hey Peter|hey Ida|hey Lisa|hey everyone|hey everybody
    heaven|a fever|a beaver|a lever|achieve a goal|believe a word|okay believer|okay fever
    okay diva|okay Geneva|hey diva|hey neighbour|hey Eden|hey you|hey there|okay|okay okay|hey
    hey hey|okay so|okay then|okay yeah|okay well|okay Eva's car|Eva|Eva said so|Eva is here
    is Eva here|and Eva|with Eva|ask Eva|for Eva|the Eva|evaluate|every day|evening|even if
    either way|eventually|medieval|primeval|naivety|they even|they ever|may ever|may even|say even
    say ever|say Eva|day Eva|the day ever|play either|today even|today every|okay a video
    okay eat a|okay either way|okay he was|okay, evening|hey vera|hey ever since|hey, we are
    okay, we are|okay, via|hey, via|okay ether|hey Aida|okay Aida|okay, ivory|okay, ear|okay Iva
    hey, a bird|key Eva|who gave a|okay, give a|we gave a|okay, he's a|coffee for|weigh over
    no way ever|way even|hey buddy|okay buddy|okay, leaver|heave a|okay, heave|hey, cheever
    yeah, even|yeah Eva|okay Sheila|okay, Theo|okay, Rita|okay, Tina|hey Tina|hey Rita|hey, Nina
    okay, Nina|hey, Mia|okay, Mia|hey Leah|okay Leah|okay, idea|hey, idea
""")


def read_text(path):
    """The beginning of a file, unpacked; empty where it cannot be read."""
    try:
        with open(path, 'rb') as file:
            content = file.read()
        if path.endswith('.gz'):
            content = gzip.decompress(content)
        return content.decode('utf8', 'ignore')[:60000]
    except Exception:
        return ''


def has_acronym(sentence):
    return any(word.isupper() and len(word) > 1 for word in sentence.split())


def documentation_sentences():
    files = [path for pattern in DOCUMENTATION for path in glob.glob(pattern)]
    files += glob.glob('/usr/lib/python3*/**/*.py', recursive=True)[:1500]
    random.shuffle(files)
    found = set()
    for path in files:
        text = re.sub(r'\n\s*#?\s*', ' ', read_text(path))
        found.update(sentence for sentence in SENTENCE.findall(text) if not has_acronym(sentence))
        if len(found) > MAX_FOUND:
            break
    sentences = sorted(found)
    random.shuffle(sentences)
    return sentences[:SENTENCES]


def dialogue_sentence():
    s, v, o, o2, end, opening = map(
        random.choice, (SUBJECTS, VERBS, OBJECTS, OBJECTS, ENDINGS, OPENINGS)
    )
    form = random.random()
    if form < 0.22:
        sentence = random.choice(QUESTIONS).format(s=s, v=v, o=o, o2=o2, t=end)
    elif form < 0.4:
        other, other_verb = random.choice(SUBJECTS), random.choice(VERBS)
        sentence = f'{opening}{s} {v} {o}, and {other} {other_verb} {o2}{end}.'
    elif form < 0.5:
        sentence = f'{opening}{o}{end}.'
    else:
        sentence = f'{opening}{s} {v} {o}{end}.'
    return sentence[0].upper() + sentence[1:]


def dialogue_sentences():
    sentences = set()
    while len(sentences) < SENTENCES:
        sentences.add(dialogue_sentence())
    return sorted(sentences)


def call(number):
    """The phonemes of "OK EVA" or, where the number is even, of "hey EVA"."""
    greetings, usual = (OKAY, 'oʊkˈeɪ') if number % 2 else (HEY, 'hˈeɪ')
    greeting = random.choice(greetings)
    if greeting in RARE_GREETINGS and random.random() < 0.6:
        greeting = usual
    gap = random.choice([' ', ' ', ' ', ', '])
    return greeting + gap + random.choice(EVA) + random.choice(['', '.', '.', '!', '?', ','])


def spoken(text):
    return ipa(text, 'en-us' if random.random() < 0.75 else 'en-gb')


def main():
    random.seed(7)
    documentation = documentation_sentences()
    dialogue = dialogue_sentences()
    with open('dia.txt', 'w') as file:
        file.write('\n'.join(dialogue))
    calls = [call(number) for number in range(CALLS)]
    texts = {
        'utts': documentation + dialogue,
        'bc': BACKCHANNELS * 3,
        'hw_neg': [near + end for near in NEAR_CALLS for end in ('', '.')],
    }
    with ThreadPoolExecutor(3) as executor:
        phonemes = {kind: list(executor.map(spoken, lines)) for kind, lines in texts.items()}
    phonemes['hw_pos'] = calls
    ids = {kind: [ids_of([line])[0] for line in lines] for kind, lines in phonemes.items()}
    with gzip.open('text.json.gz', 'wt') as file:
        json.dump(ids, file)
    counts = {kind: len(lines) for kind, lines in ids.items()}
    print(counts, documentation[:5], dialogue[:5], phonemes['utts'][0])


if __name__ == '__main__':
    main()
