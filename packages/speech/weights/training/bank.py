# The bank of synthetic speech on the accelerator, and the planning of conversations out of it.
import os,random
import numpy as np, torch
BANK=os.environ.get('BANK','bank'); WORKERS=int(os.environ.get('WORKERS','16'))+1; CAP=150_000
is_val=lambda sid: sid%15==7
def read_index():
    rows=[]
    for w in range(WORKERS):
        p=f'{BANK}/{w}.idx'
        if not os.path.exists(p): continue
        for l in open(p).read().split('\n')[:-1]:
            a=list(map(int,l.split()))
            if len(a)==5 and a[0]+a[1]<=CAP: rows.append((1+w*CAP+a[0],a[1],a[2],a[3],a[4]))
    return rows
class Bank:
    """Frame 0 is silence; worker w's frames begin at 1 + w*CAP."""
    def __init__(s,dev):
        s.audio=torch.zeros(1+WORKERS*CAP,320,dtype=torch.int16,device=dev); s.act=torch.zeros(1+WORKERS*CAP,dtype=torch.uint8,device=dev); s.have=[0]*WORKERS
    def refresh(s):
        for w in range(WORKERS):
            p=f'{BANK}/{w}.act'
            if not os.path.exists(p): continue
            n=min(CAP,os.path.getsize(p),os.path.getsize(f'{BANK}/{w}.raw')//640); h=s.have[w]
            if n<=h: continue
            r=np.fromfile(f'{BANK}/{w}.raw',np.int16,count=(n-h)*320,offset=h*640).reshape(-1,320)
            a=np.fromfile(p,np.uint8,count=n-h,offset=h); b=1+w*CAP
            s.audio[b+h:b+n]=torch.from_numpy(r).to(s.audio.device); s.act[b+h:b+n]=torch.from_numpy(a).to(s.act.device); s.have[w]=n
        return sum(s.have)/50/3600
class Planner:
    """Conversations: for each of three voices, which frame of the bank sounds at each of LEN frames."""
    LEN=544
    def __init__(s,val,seed): s.val=val; s.rng=random.Random(seed); s.refresh()
    def refresh(s):
        s.by={}
        for st,n,sid,k,ti in read_index():
            if is_val(sid)!=s.val: continue
            s.by.setdefault(sid,([],[]))[0 if k==0 else 1].append((st,n))
        s.sids=[i for i,(u,b) in s.by.items() if len(u)>=2 and len(b)>=1]
        return len(s.sids)
    def one(s):
        r=s.rng; L=s.LEN; idx=np.zeros((3,L),np.int32); spk=np.zeros(3,np.int64)-1
        n=r.choices([0,1,2,3],[.03,.25,.44,.28])[0]
        if n==0: return idx,spk
        sids=r.sample(s.sids,n); spk[:n]=sids; free=[-10**9]*n
        def put(v,utt,at):
            st,m=utt; a,b=max(0,at),min(L,at+m)
            if b>a: idx[v,a:b]=np.arange(st+a-at,st+b-at)
            free[v]=at+m+r.randrange(2,12)
        style=r.random(); calm=r.random()<.3; pov=0 if calm else r.uniform(0,.5); chatty=r.uniform(0,.5); backch=0 if calm else r.uniform(0,.45)
        weights=[r.uniform(.25,1) for _ in range(n)]
        t=r.randrange(-300,150) if style<.9 else r.randrange(0,300); cur=-1
        while t<L:
            if n>1 and r.random()<.72: v=r.choices([i for i in range(n) if i!=cur],[weights[i] for i in range(n) if i!=cur])[0]
            else: v=cur if cur>=0 else r.randrange(n)
            u,b=s.by[sids[v]]
            utt=r.choice(b) if r.random()<chatty else r.choice(u)
            if r.random()<.2:                                 # a part of it, as if broken off
                st,m=utt; c=r.randrange(m//2,m) if m>4 else m; utt=(st,c)
            at=max(t,free[v]); put(v,utt,at); end=at+utt[1]
            if n>1 and r.random()<backch:
                o=r.choice([i for i in range(n) if i!=v]); bb=r.choice(s.by[sids[o]][1 if r.random()<.75 else 0])
                p=at+r.randrange(0,max(1,utt[1]))
                if p>=free[o]: put(o,bb,p)
            cur=v
            if r.random()<pov: t=end-r.randrange(3,max(5,min(120,utt[1])))
            elif r.random()<.15: t=end+r.randrange(50,200)
            else: t=end+int(r.expovariate(1/18))
            t=max(t,at+5)
        return idx,spk
    def batch(s,n):
        o=[s.one() for _ in range(n)]
        return np.stack([a for a,_ in o]),np.stack([b for _,b in o])
