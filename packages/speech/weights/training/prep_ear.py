"""Writes ear.json.gz: sentences with a call, and sentences that begin almost like one.

python3 prep_ear.py, in a folder with the voice's tokens.txt and the dia.txt of prep.py; needs
espeak-ng. Sentences are phoneme ids of a Piper voice, each with the place at which the name, or
what stands for it, ends. train_ear.py speaks them.
"""

import gzip
import json
import random
from concurrent.futures import ThreadPoolExecutor

from phonemes import ids_of, ipa
from phrases import phrases

EVA = ['ˈiːvə'] * 8 + ['ˈiːvɐ', 'ˈiːvʌ', 'ˈiːvɑ', 'ˈiːvˌɑː', 'ˈeɪvə', 'ˈeːvɑ', 'ˈɛvə']
OKAY = ['oʊkˈeɪ'] * 3 + ['ˈoʊkˌeɪ', 'əʊkˈeɪ', 'ˌoʊkˈeɪ', 'okˈɛ', 'əkˈeɪ', 'kˈeɪ']
HEY = ['hˈeɪ', 'hˈeɪ', 'hˈeɪ', 'hˌeɪ', 'ˈeɪ']
RARE_GREETINGS = ('kˈeɪ', 'ˈeɪ', 'okˈɛ')
GREETINGS = ['okay', 'hey']
SENTENCES = 9000  # of each kind
MAX_IDS = 240

COMMANDS = phrases("""
    write that down|please write this down|add that to the list|mark this part|remember this
    remind me tomorrow|what is next|what did we decide|who said that|start recording
    stop recording|pause for a moment|be quiet|mute yourself|wake up|stop listening|go to sleep
    summarise the meeting|sum up the last ten minutes|make that an action item
    action item for Peter|assign this to Maria|send this to everyone|share the notes
    show me the agenda|read it back|repeat that|undo that|delete the last note|never mind
    cancel that|how long have we been talking|what time is it|schedule a call|set a timer
    open the document|find the budget|can you hear me|can you help us|are you there
    are you listening|do you have that|did you get that|thanks|thanks a lot|good morning|good job
    let's begin|let's move on|new topic|next topic|note down the price|no|not now|nice work
    new task|number three|nobody is here|in five minutes|in the minutes please|and now the budget
    any questions|after lunch|at three o'clock|start a new section|stop that|store this|save it
    say that again|is that right|it is time|if you can|I need help|I have a question
    on Monday we meet|our next step|we agreed|we will call them|was that noted|where were we
    when is the deadline|why is that|for the record|finish the list|five more minutes
    that was the decision|this is important|the customer said yes|put this in the notes
    bookmark this|boost my volume|turn on the captions|tell the others|translate this
    Tom will do it|question for later|keep this|cut that|close the topic|give me a summary|go on
    go ahead|listen|look this up|leave it|let me think|high priority|hold on|help|how are you
    you can stop|your turn|yes please
""")
NAMES = phrases("""
    Evan|Ivan|Yvonne|Avon|Evelyn|Eve|Evie|Ivy|Ivo|Ian|Eden|Ethan|Eric|Erika|Eddie|Edgar|Edith|Edna
    Ella|Ellen|Emma|Emily|Emil|Ida|Irma|Irene|Iris|Isla|Elena|Elsa|Elise|Elijah|Eliza|Eugene|Levi
    Livia|Olivia|Steve|Stevie|Steven|Stephen|Stefan|Keith|Keeva|Neva|Reva|Viva|Riva|Vera
    Eva Marie's brother|Avery|Ada|Aida|Adam|Amy|Anna|Ana|Alan|Alexa|Google|Siri|Peter|Rita|Lisa
    Tina|Nina|Mia|Leah|Lena|Sheila|Theo|Leo|Geneva|Diva|Oliver|Oscar|Owen|Otto|Harvey|Heather
    Helen|Heidi|Hannah|Maria|Marie|David|Dave|Gavin|Kevin|Devin|Calvin|Melvin|Marvin|Ivana|Ivanka
    Evander|Everett|Everly|Beaver|Cleveland|Genevieve|Nevada|Savannah|Neve|Liv|Jeeves|Pete|Phoebe
    Phoenix|Beth|Jean|Gene|Dean|Sean|Zoe|Chloe|Noah|Noa|Joe|Ray|Jay|Kay|May|Faye|April|Asia|India
    Iowa|Ohio
""")
NEAR = phrases("""
    even so|even then|even now|even better|even worse|even if|even the|even a|even though
    even with that|even when|even I|even we|even he|even Steven|even this|even that|even on Monday
    evenly|evening|every|every time|every day|every week|every one of us|every single|everyone
    everybody|everything|everywhere|ever|ever since|ever so|ever after|evidence|evident|evidently
    eventually|event|events|evil|evolve|evaluate|evaluation|evade|either|either way|either one
    easy|easily|easier|eager|eagle|Easter|east|each|each of us|eat|eat up|eating|email|emails
    enough|equal|era|error|ether|ether or|if a|if a few|if I|if we|if you|if it|if the|if anyone
    if everyone|if only|in a|in a way|in a few|is a|is it|it was|it's a|I've a|I have a|I've been
    I've got|I'd have a|he was|he has a|he'd have|he even|he'll have a|we have a|we've a|we've had
    we are|we were|we will|we even|we ever|leave a|leave it|leave her|leave us|leaving|believe her
    believe a|achieve a|receive a|relieve a|heave a|weave a|give a|give her|have a|have her|live a
    over|over there|over to|over and|of a|of her|offer|often|other|another|oven|open|ivory|ivy
    I vote|I view|I value|a view|a video|a vote|a very|a few|a fever|a lever|a beaver|a bit
    a version|a vendor|via|via the|visa|vivid|very|the vote|the view|the area|area|idea|ideas|idle
    item|I even|I ever|you ever|they ever|they even|may even|say even|maybe a|fever|lever|leader
    reader|either of|neither|heater|meter|Peter|beta|data|later|eight of|eighty|eighteen|able
    age of|aim for|any|anyhow|anyway|avoid a|average|available|available now|heaven|seven|eleven
    seventh|even eleven|steep|evoke|even keel|ease up|eavesdrop|Eve and|Eve of|see a|see if a
    see over|be a|be over|key for a|tea for a|three of a|three for|free for a|so|well|then|right
    yeah|okay|no|good|great|fine|thanks|thank you|sure|now|next|next point|let's|let us|let me
    what|what about|where|when|who|how|why|that|this|there|you|you guys|guys|folks|team|man|buddy
    listen|look|wait|stop|come on|hold on|guess what
""")
BEFORE_NAME = phrases("""
    yeah|say|with|ask|for|and|to|call|tell|meet|is|was|did|has|does|when|then|so|but|because|today
    may|they|way|play|stay|day|maybe|no way|Monday|away|gave|day by day|my colleague|our friend
    her sister|the new one|name is|I am|Peter and|by|from|about
""")
LEADS = phrases("""
    so|well|um|uh|right|and|but|yes|no|good|great|thanks|alright|I see|exactly|perfect|that's it
    I think so|oh|sorry|one moment
""")
ACCENTS = ('en-us', 'en-gb')
CHOSEN_ACCENTS = ('en-us', 'en-us', 'en-us', 'en-gb')
GAPS = [', ', ', ', ', ', ' ', ' ', ' ', '. ', '? ', '! ']
NEAR_EVA = phrases("""
    ˈaɪvən|ˈiːvɑːn|ɪvˈɑːn|ˈeɪvɑːn|ˈeɪvən|ˈiːvən|ˈɛvən|ˈɪvə|ˈaɪvə|ˈoʊvə|ˈɑːvə|ˈɛvɚ|ˈiːvɪ|ˈiːvoʊ
    ˈiːfəl|ˈiːbə|ˈiːdə|ˈiːlə|ˈiːnə|ˈiːzə|ˈiːðɚ|ˈiːɡə|ˈiːtə|ˈiːmə|ˈiːsə|lˈiːvə|nˈiːvə|dˈiːvə|bˈiːvə
    ˈuːvə|ˈʌvə|ˈeɪbə|ˈeɪdə|ˈiːvɪl|ˈiːvəl|ˈiːvɚ|jˈɛvə|wˈiːvə
""")
NEAR_CALLS = [
    f'{greeting}{gap}{name}'
    for greeting in ('oʊkˈeɪ', 'hˈeɪ')
    for gap in (' ', ', ')
    for name in NEAR_EVA
]


class Sentences:
    """Makes sentences out of the phonemes of their parts."""

    def __init__(self, utterances):
        self.utterances = utterances
        texts = sorted(set(COMMANDS + utterances + LEADS))
        texts += [f'{greeting} {word}' for word in NAMES + NEAR for greeting in GREETINGS]
        texts += [f'{before} Eva' for before in BEFORE_NAME] + NAMES + NEAR
        jobs = [(text, accent) for text in texts for accent in ACCENTS]
        with ThreadPoolExecutor(4) as executor:
            spoken = executor.map(lambda job: ipa(*job), jobs)
            self.phonemes = dict(zip(jobs, spoken, strict=True))

    def any_of(self, texts, accent):
        return self.phonemes[(random.choice(texts), accent)]

    def continuation(self, accent):
        """A command, a sentence, or the first words of one."""
        kind = random.random()
        if kind < 0.5:
            return self.any_of(COMMANDS, accent)
        sentence = self.any_of(self.utterances, accent)
        if kind < 0.8:
            return sentence
        return ' '.join(sentence.split(' ')[: random.randrange(1, 5)])

    def surroundings(self, accent):
        """What is said before, and how it goes on; either may be empty."""
        kind = random.random()
        before = ''
        if kind >= 0.82:
            before = self.any_of(self.utterances, accent) + random.choice(['. ', '. ', '? ', ', '])
        elif kind >= 0.62:
            before = self.any_of(LEADS, accent) + random.choice([', ', ' ', '. '])
        return before, ('' if random.random() < 0.15 else self.continuation(accent))

    def with_call(self, number):
        """A sentence with "OK EVA" or, where the number is even, "hey EVA"."""
        accent = random.choice(CHOSEN_ACCENTS)
        before, after = self.surroundings(accent)
        greetings, usual = (OKAY, 'oʊkˈeɪ') if number % 2 else (HEY, 'hˈeɪ')
        greeting = random.choice(greetings)
        if greeting in RARE_GREETINGS and random.random() < 0.6:
            greeting = usual
        call = greeting + random.choice([' ', ' ', ' ', ', ', ', ']) + random.choice(EVA)
        return join(before, call, after, random.choice(GAPS))

    def without_call(self):
        """A sentence with something that sounds almost like a call in its place."""
        accent = random.choice(CHOSEN_ACCENTS)
        before, after = self.surroundings(accent)
        kind = random.random()
        if kind < 0.12:
            near = random.choice(NEAR_CALLS)
        elif kind < 0.20:
            near = self._name_without_greeting(accent)
        elif kind < 0.25:
            near = random.choice(EVA)
            before = self.any_of(self.utterances, accent) + '. ' if before else ''
        elif kind < 0.30:
            near = self.any_of(NAMES + NEAR, accent)
        else:
            near = self._greeting_without_name(NAMES if kind < 0.62 else NEAR, accent)
        gap = random.choice(GAPS if kind < 0.62 else [' ', ' ', ', '])
        return join(before, near, after, gap)

    def _name_without_greeting(self, accent):
        phonemes = self.phonemes[(f'{random.choice(BEFORE_NAME)} Eva', accent)]
        if random.random() < 0.5:
            return phonemes
        return phonemes.rsplit(' ', 1)[0] + ' ' + random.choice(EVA)

    def _greeting_without_name(self, words, accent):
        phonemes = self.phonemes[(f'{random.choice(GREETINGS)} {random.choice(words)}', accent)]
        return phonemes if random.random() < 0.5 else phonemes.replace('eɪ ', 'eɪ, ', 1)


def join(before, middle, after, gap):
    """The ids of a sentence and the place behind its middle."""
    rest = gap + after if after else random.choice(['', '.', ',', '!', '?'])
    ids, ends = ids_of([before, middle, rest])
    return ids, ends[1]


def short_enough(sentences):
    return [(ids, end) for ids, end in sentences if len(ids) <= MAX_IDS]


def main():
    random.seed(11)
    with open('dia.txt') as file:
        utterances = [line for line in file.read().split('\n') if line]
    sentences = Sentences(utterances)
    calls = short_enough([sentences.with_call(number) for number in range(SENTENCES)])
    near = short_enough([sentences.without_call() for _ in range(SENTENCES)])
    phonemes = sentences.phonemes
    plain = [ids_of([phonemes[(text, accent)]])[0] for text in utterances for accent in ACCENTS]
    with gzip.open('ear.json.gz', 'wt') as file:
        json.dump({'pos': calls, 'neg': near, 'plain': plain}, file)
    samples = [('okay Ivan', 'en-us'), ('okay even so', 'en-us'), ('hey Evan', 'en-gb')]
    print(len(calls), len(near), len(utterances), *(phonemes[sample] for sample in samples))


if __name__ == '__main__':
    main()
