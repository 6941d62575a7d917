# Phoneme ids of many varied sentences, for a Piper voice (espeak-ng IPA -> ids).
import glob,gzip,json,random,re,subprocess,sys,os
from concurrent.futures import ThreadPoolExecutor
from phonemes import ids_of,ipa
random.seed(7)
# sentences from documentation on the machine
sents=set()
files=glob.glob('/usr/share/doc/*/README*')+glob.glob('/usr/share/doc/*/copyright')+glob.glob('/usr/share/perl/5*/pod/*.pod')+glob.glob('/usr/share/doc/*/*.txt*')+glob.glob('/usr/lib/python3*/**/*.py',recursive=True)[:1500]
random.shuffle(files)
for f in files:
    try:
        b=open(f,'rb').read()
        if f.endswith('.gz'): b=gzip.decompress(b)
        t=b.decode('utf8','ignore')[:60000]
    except Exception: continue
    t=re.sub(r'\n\s*#?\s*',' ',t)
    for s in re.findall(r"(?<=[.!?] )([A-Z][a-z]+(?:[,;]? [a-zA-Z'-]{1,14}){3,18}[.!?])(?= )",t):
        if sum(w.isupper() and len(w)>1 for w in s.split())==0: sents.add(s)
    if len(sents)>1500: break
sents=sorted(sents); random.shuffle(sents); sents=sents[:500]
# dialogue
subj=["I","you","we","they","she","he","somebody","the team","the client","our boss","the designers","marketing","everyone","my colleague"]
verb=["think about","should look at","could change","wanted to finish","really like","forgot","will send","have to check","talked about","need","decided on","might drop","would rather keep","can't find","looked into","already tested"]
obj=["the remote control","the budget","that report","the second question","those buttons","the battery","a new schedule","the drawing on the board","the prototype","the market numbers","our website","the price","the whole thing","Thursday's meeting","the slides","a bigger screen","the colour of the case","speech recognition","the next version","this one here","the rubber part","what people actually use"]
tail=["","",""," by Friday"," next week"," if that's okay"," or something like that"," you know"," I guess"," at least for now"," before lunch"," in the next phase"," because it costs too much"," and then we can see"," but I'm not sure"," as far as I know"," to be honest"," for about twelve euros"," with the other people"]
head=["","","","So ","Well, ","Um, ","Uh, ","Okay, ","Yeah, ","Right, so ","But ","And ","I mean, ","Actually, ","No, ","You see, ","Alright, ","Hmm, ","Maybe ","Yes, and "]
q=["Do you think {s} {v} {o}?","What about {o}?","How do we know that {s} {v} {o}?","Can you explain {o}?","Why is {o} so difficult?","Is it {o} or {o2}?","Did you see {o}{t}?","When will we get {o}?","Where do I put {o}?"]
dia=set()
while len(dia)<500:
    s,v,o,o2,t,h=map(random.choice,(subj,verb,obj,obj,tail,head))
    r=random.random()
    if r<.22: x=random.choice(q).format(s=s,v=v,o=o,o2=o2,t=t)
    elif r<.4: x=f"{h}{s} {v} {o}, and {random.choice(subj)} {random.choice(verb)} {o2}{t}."
    elif r<.5: x=f"{h}{o}{t}."
    else: x=f"{h}{s} {v} {o}{t}."
    dia.add(x[0].upper()+x[1:])
open('dia.txt','w').write('\n'.join(sorted(dia)))
bc="yeah|yeah.|mm-hmm|right|okay|uh-huh|I see|sure|no|really?|exactly|yep|oh|mm|hmm|alright|yes|okay, yeah|oh right|that's true|I know|of course|well|so|um|uh|wow|great|no no|yeah yeah|true|I don't know|what?|oh okay|good|fine|ha ha|ha ha ha|hm hm|right, right|I think so|not really|me too|thank you|sorry|go ahead|good point|got it|oh yeah|but|and|cool|maybe|definitely|yeah, I agree|hang on|wait|oh no|nice".split('|')
bc=bc*3
# hotword
eva=["ˈiːvə"]*6+["ˈiːvɐ","ˈiːvʌ","ˈiːvɑ","ˈeɪvə","ˈeːvɑ","ˈɛvə"]
ok=["oʊkˈeɪ","oʊkˈeɪ","ˈoʊkˌeɪ","əʊkˈeɪ","okˈɛ","əkˈeɪ","kˈeɪ"]
hey=["hˈeɪ","hˈeɪ","hˈeɪ","hˌeɪ","ˈeɪ"]
cmds=["what did we decide","take a note","summarise the last ten minutes","who is speaking","start the recording","stop","what time is it","send this to the team","can you help us","remind me to call Peter tomorrow","add an action item","search for the budget","please write this down"]
hw_pos=[]
for i in range(500):
    w=random.choice(ok) if i%2 else random.choice(hey)
    if w in ("kˈeɪ","ˈeɪ","okˈɛ") and random.random()<.6: w="oʊkˈeɪ" if i%2 else "hˈeɪ"
    hw_pos.append(w+random.choice([" "," "," ",", "])+random.choice(eva)+random.choice(["",".",".","!","?",","]))
neg=["hey Eddie","okay Eddie","hey Evan, note that","hey if a","okay if a","hey if a part","hey have a","okay have a","okay over there","hey Edgar","okay Edgar","okay Levi","hey Levi","hey Ivy","okay Ivy","hey Evelyn","okay Evelyn","hey Evie said","hey, Evan","okay, Evan","okay, Ivan","hey, Ivan","hey, leave a","okay, leave a","hey, everything","okay, everything","hey eager","okay Eric","hey Eric","hey, Ella","okay, Ellen","hey Helen","okay Avery","hey Heather","okay, every time","hey, every time","okay ever","okay every","okay even","okay either","okay evil","okay Evan","okay Ivan","okay Eve","okay Steve","okay if I","okay even so","okay we've a","okay leave a","okay area","okay Emma","okay Ava","okay over","okay Ella","okay Anna","okay Alexa","okay Google","hey even","hey ever","hey either","hey Evan","hey Eve","hey Steve","hey Ava","hey Emma","hey Siri","hey Alexa","hey Peter","hey Ida","hey Lisa","hey everyone","hey everybody","heaven","a fever","a beaver","a lever","achieve a goal","believe a word","okay believer","okay fever","okay diva","okay Geneva","hey diva","hey neighbour","hey Eden","hey you","hey there","okay","okay okay","hey","hey hey","okay so","okay then","okay yeah","okay well","okay Eva's car","Eva","Eva said so","Eva is here","is Eva here","and Eva","with Eva","ask Eva","for Eva","the Eva","evaluate","every day","evening","even if","either way","eventually","medieval","primeval","naivety","they even","they ever","may ever","may even","say even","say ever","say Eva","day Eva","the day ever","play either","today even","today every","okay a video","okay eat a","okay either way","okay he was","okay, evening","hey vera","hey ever since","hey, we are","okay, we are","okay, via","hey, via","okay ether","hey Aida","okay Aida","okay, ivory","okay, ear","okay Iva","hey, a bird","key Eva","who gave a","okay, give a","we gave a","okay, he's a","coffee for","weigh over","no way ever","way even","hey buddy","okay buddy","okay, leaver","heave a","okay, heave","hey, cheever","yeah, even","yeah Eva","okay Sheila","okay, Theo","okay, Rita","okay, Tina","hey Tina","hey Rita","hey, Nina","okay, Nina","hey, Mia","okay, Mia","hey Leah","okay Leah","okay, idea","hey, idea"]
tasks=[]
for s in sents+sorted(dia): tasks.append(('utts',s))
for s in bc: tasks.append(('bc',s))
for s in neg: tasks.append(('hw_neg',s)); tasks.append(('hw_neg',s+'.'))
for s in cmds: tasks.append(('cmds',s))
def do(t):
    k,s=t; return k,ipa(s,'en-us' if random.random()<.75 else 'en-gb'),s
out={'utts':[],'bc':[],'hw_pos':[],'hw_neg':[],'cmds':[]}
with ThreadPoolExecutor(3) as ex:
    for k,p,s in ex.map(do,tasks): out[k].append((p,s))
res={}
for k in ('utts','bc','hw_neg'): res[k]=[ids_of([p])[0] for p,_ in out[k]]
res['hw_pos']=[ids_of([p])[0] for p in hw_pos]
json.dump(res,gzip.open('text.json.gz','wt'))
print({k:len(v) for k,v in res.items()}, sents[:5], sorted(dia)[:5], out['utts'][0][0])
