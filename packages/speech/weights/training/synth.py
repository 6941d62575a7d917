# Speaks sentences with a many-speaker Piper (VITS) voice into a bank of 16 kHz sound on a raster of 20 ms.
import gzip,json,os,random,sys,time
import numpy as np, multiprocessing as mp
BANK=os.environ.get('BANK','bank'); SECONDS=float(os.environ.get('SYNTH_SECONDS','330')); MODEL=os.environ['VOICE']; WORKERS=int(os.environ.get('WORKERS','16'))
KINDS=['utts','bc','hw_pos','hw_neg']; SHARE=json.loads(os.environ.get('SHARE','[0.60,0.14,0.15,0.11]'))
def activity(x):
    """One value a 20 ms frame: speech, with pauses under half a second filled."""
    e=10*np.log10((x.reshape(-1,320).astype(np.float64)**2).mean(1)+1e-9)
    on=e>np.percentile(e,95)-36
    i=np.flatnonzero(on)
    if len(i)<3: return None
    for a,b in zip(i[:-1],i[1:]):
        if b-a<=40: on[a:b]=True
    return on
def work(w):
    import onnxruntime as ort, torch, torchaudio
    torch.set_num_threads(1)
    text=json.load(gzip.open('text.json.gz','rt'))
    so=ort.SessionOptions(); so.intra_op_num_threads=1; so.inter_op_num_threads=1
    s=ort.InferenceSession(MODEL,so,providers=['CPUExecutionProvider'])
    rng=random.Random(1000+w); at=0; t0=time.time()
    raw=open(f'{BANK}/{w}.raw','wb'); act=open(f'{BANK}/{w}.act','wb'); idx=open(f'{BANK}/{w}.idx','w')
    while time.time()-t0<SECONDS:
        k=rng.choices(range(4),SHARE)[0]; ti=rng.randrange(len(text[KINDS[k]])); ids=text[KINDS[k]][ti]
        if len(ids)>260: continue
        sid=rng.randrange(904)
        sc=[rng.uniform(.45,.95),rng.uniform(.75,1.25),rng.uniform(.55,1.1)]
        y=s.run(None,{'input':np.array([ids],np.int64),'input_lengths':np.array([len(ids)],np.int64),'scales':np.array(sc,np.float32),'sid':np.array([sid],np.int64)})[0].reshape(-1)
        y=torchaudio.functional.resample(torch.from_numpy(y.astype(np.float32)),22050,16000).numpy()
        y=y[:len(y)//320*320]
        if len(y)<320*8: continue
        on=activity(y)
        if on is None: continue
        i=np.flatnonzero(on); a,b=max(0,i[0]-1),min(len(on),i[-1]+2)
        y=y[a*320:b*320]; on=on[a:b]
        rms=np.sqrt((y[np.repeat(on,320)]**2).mean()); y=np.clip(y/rms*0.07,-1,1)
        raw.write((y*32767).astype(np.int16).tobytes()); act.write(on.astype(np.uint8).tobytes()); raw.flush(); act.flush()
        idx.write(f'{at} {len(on)} {sid} {k} {ti}\n'); idx.flush(); at+=len(on)
if __name__=='__main__':
    os.makedirs(BANK,exist_ok=True); t0=time.time()
    ps=[mp.get_context('spawn').Process(target=work,args=(w,)) for w in range(WORKERS)]
    [p.start() for p in ps]; [p.join() for p in ps]
    n=sum(int(l.split()[1]) for w in range(WORKERS) for l in open(f'{BANK}/{w}.idx'))
    open(f'{BANK}/DONE','w').write('x'); print('synth hours',n/50/3600,'in',time.time()-t0,flush=True)
