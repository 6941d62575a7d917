import gzip,json,numpy as np,torch,torchaudio,os
from synth import activity,BANK
f=gzip.open('robots.gz'); head=json.loads(f.readline()); at=0
raw=open(f'{BANK}/16.raw','wb'); act=open(f'{BANK}/16.act','wb'); idx=open(f'{BANK}/16.idx','w')
for i,(k,s,rate,n) in enumerate(head):
    y=torch.from_numpy(np.frombuffer(f.read(n),np.int16).astype(np.float32)/32768)
    if rate!=16000: y=torchaudio.functional.resample(y,rate,16000)
    y=y.numpy(); y=y[:len(y)//320*320]
    if len(y)<320*8: continue
    on=activity(y)
    if on is None: continue
    j=np.flatnonzero(on); a,b=max(0,j[0]-1),min(len(on),j[-1]+2); y=y[a*320:b*320]; on=on[a:b]
    rms=np.sqrt((y[np.repeat(on,320)]**2).mean()); y=np.clip(y/rms*.07,-1,1)
    raw.write((y*32767).astype(np.int16).tobytes()); act.write(on.astype(np.uint8).tobytes()); idx.write(f'{at} {len(on)} {1000+i*15} {k} 0\n'); at+=len(on)
raw.close();act.close();idx.close(); print('robot seconds',at/50,flush=True)
