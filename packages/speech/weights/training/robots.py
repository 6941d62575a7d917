import subprocess,random,gzip,json,io,wave,sys,os,tempfile
from concurrent.futures import ThreadPoolExecutor
random.seed(3)
pos=['okay Eva','hey Eva','okay, Eva','hey, Eva','O K Eva']
neg=['okay even','hey even','okay every','okay Evan','hey Evan','hey Eddie','okay Eddie','hey Ivan','okay if a','hey if a','hey everyone','okay everybody','okay over','hey over','okay either','okay ever','hey Ella','okay Emma','hey Edgar','okay Levi','hey Steve','okay we have a','leave a','hey Ava man','okay Ivy','hey well','okay well','okay the','okay hi','hey what','Eva','okay then','hey there','okay so we','hey you have','okay action item','hey look','okay believe','okay evil','okay area','hey Harvey','okay Avery','okay Ada','hey Ida','okay Iva n','okay leaving','hey eager','okay easy']
utts=['we start at nine on Monday','the report was late again','I think that is a good idea','can you send me the numbers','let us look at the next point','nobody knows what it costs','there is one more question from the team','highlight that part please','note that we lost','this is a decision for later','follow up with the customer','turn the page and read it']
evars=['','+f1','+f2','+f3','+f4','+m1','+m2','+m3','+m4','+m6','+m7','+croak']
fl=['kal16','rms','awb']
jobs=[]
def esp(t,k,n):
    for _ in range(n): jobs.append((k,'espeak',random.choice(['en-us','en-gb'])+random.choice(evars),random.randrange(120,190),random.randrange(30,70),t))
for i in range(170): esp(random.choice(pos),2,1)
for i in range(170): esp(random.choice(neg),3,1)
for t in utts: esp(t,0,2)
for v in fl:
    for t in ['okay iva','hey iva','okay, iva','hey, iva','okay eeva','hey eeva','okay iva.','hey iva.']:
        for s in (.85,.95,1.05,1.2): jobs.append((2,'flite',v,s,0,t))
    for t in neg:
        jobs.append((3,'flite',v,random.choice((.85,1,1.15)),0,t))
    for t in utts[:5]: jobs.append((0,'flite',v,1,0,t))
for t in ['okay iva','hey iva','okay, iva','hey, iva','okay iva.','hey iva.']: jobs.append((2,'festival','kal_diphone',1,0,t))
for t in neg[:24]: jobs.append((3,'festival','kal_diphone',1,0,t))
def do(j):
    k,s,v,a,b,t=j
    try:
        with tempfile.TemporaryDirectory() as d:
            w=d+'/a.wav'
            if s=='espeak': subprocess.run(['espeak-ng','-v',v,'-s',str(a),'-p',str(b),'-w',w,t],check=True,capture_output=True)
            elif s=='flite': subprocess.run(['flite','-voice',v,'--setf',f'duration_stretch={a}','-t',t,'-o',w],check=True,capture_output=True)
            else:
                open(d+'/t.txt','w').write(t); subprocess.run(['text2wave','-eval',f'(voice_{v})',d+'/t.txt','-o',w],check=True,capture_output=True)
            f=wave.open(w); return k,s,f.getframerate(),f.readframes(f.getnframes()),t,v
    except Exception as e: print(j,e); return None
res=[]
with ThreadPoolExecutor(3) as ex:
    for r in ex.map(do,jobs):
        if r: res.append(r)
sec=sum(len(r[3])/2/r[2] for r in res); print(len(res),'clips',sec,'s')
with gzip.open('robots.gz','wb',6) as f:
    f.write((json.dumps([(r[0],r[1],r[2],len(r[3])) for r in res])+'\n').encode())
    for r in res: f.write(r[3])
print(os.path.getsize('robots.gz'))
