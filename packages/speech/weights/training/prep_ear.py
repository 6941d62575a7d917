# Sentences with a call and sentences that begin almost like one, as phoneme ids of a Piper voice, with the id at which the name, or what stands in its place, ends.
import gzip,json,random
from concurrent.futures import ThreadPoolExecutor
from phonemes import ids_of,ipa
random.seed(11)
eva=["ˈiːvə"]*8+["ˈiːvɐ","ˈiːvʌ","ˈiːvɑ","ˈiːvˌɑː","ˈeɪvə","ˈeːvɑ","ˈɛvə"]
ok=["oʊkˈeɪ","oʊkˈeɪ","oʊkˈeɪ","ˈoʊkˌeɪ","əʊkˈeɪ","ˌoʊkˈeɪ","okˈɛ","əkˈeɪ","kˈeɪ"]
hey=["hˈeɪ","hˈeɪ","hˈeɪ","hˌeɪ","ˈeɪ"]
commands="write that down|please write this down|add that to the list|mark this part|remember this|remind me tomorrow|what is next|what did we decide|who said that|start recording|stop recording|pause for a moment|be quiet|mute yourself|wake up|stop listening|go to sleep|summarise the meeting|sum up the last ten minutes|make that an action item|action item for Peter|assign this to Maria|send this to everyone|share the notes|show me the agenda|read it back|repeat that|undo that|delete the last note|never mind|cancel that|how long have we been talking|what time is it|schedule a call|set a timer|open the document|find the budget|can you hear me|can you help us|are you there|are you listening|do you have that|did you get that|thanks|thanks a lot|good morning|good job|let's begin|let's move on|new topic|next topic|note down the price|no|not now|nice work|new task|number three|nobody is here|in five minutes|in the minutes please|and now the budget|any questions|after lunch|at three o'clock|start a new section|stop that|store this|save it|say that again|is that right|it is time|if you can|I need help|I have a question|on Monday we meet|our next step|we agreed|we will call them|was that noted|where were we|when is the deadline|why is that|for the record|finish the list|five more minutes|that was the decision|this is important|the customer said yes|put this in the notes|bookmark this|boost my volume|turn on the captions|tell the others|translate this|Tom will do it|question for later|keep this|cut that|close the topic|give me a summary|go on|go ahead|listen|look this up|leave it|let me think|high priority|hold on|help|how are you|you can stop|your turn|yes please".split('|')
names="Evan|Ivan|Yvonne|Avon|Evelyn|Eve|Evie|Ivy|Ivo|Ian|Eden|Ethan|Eric|Erika|Eddie|Edgar|Edith|Edna|Ella|Ellen|Emma|Emily|Emil|Ida|Irma|Irene|Iris|Isla|Elena|Elsa|Elise|Elijah|Eliza|Eugene|Levi|Livia|Olivia|Steve|Stevie|Steven|Stephen|Stefan|Keith|Keeva|Neva|Reva|Viva|Riva|Vera|Eva Marie's brother|Avery|Ada|Aida|Adam|Amy|Anna|Ana|Alan|Alexa|Google|Siri|Peter|Rita|Lisa|Tina|Nina|Mia|Leah|Lena|Sheila|Theo|Leo|Geneva|Diva|Oliver|Oscar|Owen|Otto|Harvey|Heather|Helen|Heidi|Hannah|Maria|Marie|David|Dave|Gavin|Kevin|Devin|Calvin|Melvin|Marvin|Ivana|Ivanka|Evander|Everett|Everly|Beaver|Cleveland|Genevieve|Nevada|Savannah|Neve|Liv|Jeeves|Pete|Phoebe|Phoenix|Beth|Jean|Gene|Dean|Sean|Zoe|Chloe|Noah|Noa|Joe|Ray|Jay|Kay|May|Faye|April|Asia|India|Iowa|Ohio".split('|')
near="even so|even then|even now|even better|even worse|even if|even the|even a|even though|even with that|even when|even I|even we|even he|even Steven|even this|even that|even on Monday|evenly|evening|every|every time|every day|every week|every one of us|every single|everyone|everybody|everything|everywhere|ever|ever since|ever so|ever after|evidence|evident|evidently|eventually|event|events|evil|evolve|evaluate|evaluation|evade|either|either way|either one|easy|easily|easier|eager|eagle|Easter|east|each|each of us|eat|eat up|eating|email|emails|enough|equal|era|error|ether|ether or|if a|if a few|if I|if we|if you|if it|if the|if anyone|if everyone|if only|in a|in a way|in a few|is a|is it|it was|it's a|I've a|I have a|I've been|I've got|I'd have a|he was|he has a|he'd have|he even|he'll have a|we have a|we've a|we've had|we are|we were|we will|we even|we ever|leave a|leave it|leave her|leave us|leaving|believe her|believe a|achieve a|receive a|relieve a|heave a|weave a|give a|give her|have a|have her|live a|over|over there|over to|over and|of a|of her|offer|often|other|another|oven|open|ivory|ivy|I vote|I view|I value|a view|a video|a vote|a very|a few|a fever|a lever|a beaver|a bit|a version|a vendor|via|via the|visa|vivid|very|the vote|the view|the area|area|idea|ideas|idle|item|I even|I ever|you ever|they ever|they even|may even|say even|maybe a|fever|lever|leader|reader|either of|neither|heater|meter|Peter|beta|data|later|eight of|eighty|eighteen|able|age of|aim for|any|anyhow|anyway|avoid a|average|available|available now|heaven|seven|eleven|seventh|even eleven|steep|evoke|even keel|ease up|eavesdrop|Eve and|Eve of|see a|see if a|see over|be a|be over|key for a|tea for a|three of a|three for|free for a|so|well|then|right|yeah|okay|no|good|great|fine|thanks|thank you|sure|now|next|next point|let's|let us|let me|what|what about|where|when|who|how|why|that|this|there|you|you guys|guys|folks|team|man|buddy|listen|look|wait|stop|come on|hold on|guess what".split('|')
before="yeah|say|with|ask|for|and|to|call|tell|meet|is|was|did|has|does|when|then|so|but|because|today|may|they|way|play|stay|day|maybe|no way|Monday|away|gave|day by day|my colleague|our friend|her sister|the new one|name is|I am|Peter and|by|from|about".split('|')
utts=[s for s in open('dia.txt').read().split('\n') if s]
lead="so|well|um|uh|right|and|but|yes|no|good|great|thanks|alright|I see|exactly|perfect|that's it|I think so|oh|sorry|one moment".split('|')
voices=('en-us','en-us','en-us','en-gb')
texts=sorted(set(commands+utts+lead)); greeted=[(g,w) for w in names+near for g in ('okay','hey')]
jobs=[(t,v) for t in texts for v in ('en-us','en-gb')]+[(f'{g} {w}',v) for g,w in greeted for v in ('en-us','en-gb')]+[(f'{b} Eva',v) for b in before for v in ('en-us','en-gb')]+[(w,v) for w in names+near for v in ('en-us','en-gb')]
with ThreadPoolExecutor(4) as ex: said=dict(zip(jobs,ex.map(lambda j: ipa(*j),jobs)))
R=random
def rest(v):
    r=R.random()
    if r<.5: return said[(R.choice(commands),v)]
    t=said[(R.choice(utts),v)]; return t if r<.8 else ' '.join(t.split(' ')[:R.randrange(1,5)])
def around(v):
    """What is said before, and how it goes on."""
    r=R.random(); pre='' if r<.62 else (said[(R.choice(lead),v)]+R.choice([', ',' ','. ']) if r<.82 else said[(R.choice(utts),v)]+R.choice(['. ','. ','? ',', ']))
    return pre,('' if R.random()<.15 else rest(v))
behind=[', ',', ',', ',' ',' ',' ','. ','? ','! ']
def line(pre,mid,post,gap): return ids_of([pre,mid,(gap+post if post else R.choice(['','.',',','!','?'])),])
pos,neg=[],[]
for i in range(9000):
    v=R.choice(voices); pre,post=around(v); w=R.choice(ok) if i%2 else R.choice(hey)
    if w in ("kˈeɪ","ˈeɪ","okˈɛ") and R.random()<.6: w="oʊkˈeɪ" if i%2 else "hˈeɪ"
    ids,e=line(pre,w+R.choice([' ',' ',' ',', ',', '])+R.choice(eva),post,R.choice(behind)); pos.append((ids,e[1]))
foreign=[f'{g}{s}{n}' for g in ("oʊkˈeɪ","hˈeɪ") for s in (' ',', ') for n in ("ˈaɪvən","ˈiːvɑːn","ɪvˈɑːn","ˈeɪvɑːn","ˈeɪvən","ˈiːvən","ˈɛvən","ˈɪvə","ˈaɪvə","ˈoʊvə","ˈɑːvə","ˈɛvɚ","ˈiːvɪ","ˈiːvoʊ","ˈiːfəl","ˈiːbə","ˈiːdə","ˈiːlə","ˈiːnə","ˈiːzə","ˈiːðɚ","ˈiːɡə","ˈiːtə","ˈiːmə","ˈiːsə","lˈiːvə","nˈiːvə","dˈiːvə","bˈiːvə","ˈuːvə","ˈʌvə","ˈeɪbə","ˈeɪdə","ˈiːvɪl","ˈiːvəl","ˈiːvɚ","jˈɛvə","wˈiːvə")]
for i in range(9000):
    v=R.choice(voices); pre,post=around(v); r=R.random()
    if r<.12: mid=R.choice(foreign)
    elif r<.20: mid=said[(f'{R.choice(before)} Eva',v)]; mid=mid if R.random()<.5 else mid.rsplit(' ',1)[0]+' '+R.choice(eva)
    elif r<.25: mid=R.choice(eva); pre=said[(R.choice(utts),v)]+'. ' if pre else ''
    elif r<.30: mid=said[(R.choice(names+near),v)]
    elif r<.62: mid=said[(f"{R.choice(['okay','hey'])} {R.choice(names)}",v)]; mid=mid if R.random()<.5 else mid.replace('eɪ ','eɪ, ',1)
    else: mid=said[(f"{R.choice(['okay','hey'])} {R.choice(near)}",v)]; mid=mid if R.random()<.5 else mid.replace('eɪ ','eɪ, ',1)
    ids,e=line(pre,mid,post,R.choice(behind) if r<.62 else R.choice([' ',' ',', '])); neg.append((ids,e[1]))
keep=lambda l: [(i,e) for i,e in l if len(i)<=240]
pos,neg=keep(pos),keep(neg); json.dump({'pos':pos,'neg':neg,'plain':[ids_of([said[(t,v)]])[0] for t in utts for v in ('en-us','en-gb')]},gzip.open('ear.json.gz','wt'))
print(len(pos),len(neg),len(utts),said[('okay Ivan','en-us')],said[('okay even so','en-us')],said[('hey Evan','en-gb')])
