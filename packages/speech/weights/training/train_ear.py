# Trains the ear for "OK EVA", "hey EVA": speaks whole sentences with a call, or with something that sounds like one, on the accelerator (where
# the name ends is known from the voice's own durations), then learns to tell them apart in rooms, noise and lines.
# STATE names a file to go on from: a call ends after SLICE_SECONDS and the next one goes on, until TRAIN_SECONDS were trained in all.
# FROM goes on from the weights of an earlier training, UNEVEN is how much the durations of the phonemes vary.
# REAL names a file of recordings of people who do not call (see people.py), KEPT the remainders of 15 that are kept apart.
import gzip,json,math,os,random,time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from vits import Vits,mix_voices
from augment import mixdown
from model import LogMel
from real_people import read_real
T0=time.time(); env=lambda k,d: type(d)(os.environ.get(k,d))
SYNTH=env('SYNTH_SECONDS',150.); BS=env('SPEAK_BATCH',96); B=env('BATCH',1024); SAVE=env('OUT','.'); DEV=env('DEVICE','cuda'); OWN=904; MIXED=env('MIXED',1200); PEAK=env('PEAK',2e-3); REAL=env('REAL',''); STATE=env('STATE',''); SLICE=env('SLICE_SECONDS',1e9); TRAIN=env('TRAIN_SECONDS',600.); WIDTH=env('WIDTH',128); FROM=env('FROM',''); UNEVEN=env('UNEVEN',.25)
KEPT=tuple(int(k) for k in env('KEPT','3,7').split(',')); DEVELOPMENT=KEPT[0]
FR=152; WIN=400+160*(FR-1); RATE=16000
CALL,ALIKE,PLAIN,PERSON=range(4)
is_val=lambda sid: sid<OWN and sid%15 in KEPT
random.seed(1); torch.manual_seed(1); rng=random.Random(2)
if DEV=='cuda': torch.backends.cuda.matmul.allow_tf32=True; torch.backends.cudnn.allow_tf32=True
class Hot(nn.Module):
    """Log mel [B,40,152] -> logit that the phrase has just ended."""
    def __init__(s,c=WIDTH):
        super().__init__(); s.c1=nn.Conv1d(40,c,5,stride=2,padding=2); s.b=nn.ModuleList()
        for d in (1,1,2,2,4,4):
            s.b.append(nn.Sequential(nn.Conv1d(c,c,9,padding=4*d,dilation=d,groups=c),nn.Conv1d(c,c,1),nn.BatchNorm1d(c),nn.SiLU(),nn.Conv1d(c,c,1),nn.BatchNorm1d(c)))
        s.p=nn.Conv1d(c,48,1); s.f=nn.Sequential(nn.Flatten(),nn.Linear(48*19,64),nn.SiLU(),nn.Dropout(.1),nn.Linear(64,1))
    def forward(s,m):
        m=(m-m.mean((1,2),keepdim=True))*.25; x=F.silu(s.c1(m))
        for b in s.b: x=F.silu(x+b(x))
        return s.f(F.avg_pool1d(F.silu(s.p(x)),4)).squeeze(-1)
class Spoken(Vits):
    """Keeps how long each phoneme was made, in steps of 256 samples at 22,050 Hz; nobody speaks as evenly as the voice would."""
    def Ceil(s,a,x): s.steps=(x*torch.exp(torch.randn_like(x)*UNEVEN).clamp(.5,1.8)).ceil(); return s.steps
def speak():
    import torchaudio
    v=Spoken('voice-half.onnx',DEV); mix_voices(v,[i for i in range(OWN) if not is_val(i)],MIXED,rng); text=json.load(gzip.open('ear.json.gz','rt'))
    lines=[sorted(text['pos'],key=lambda l:len(l[0])),sorted(text['neg'],key=lambda l:len(l[0])),sorted([(i,len(i)) for i in text['plain']],key=lambda l:len(l[0]))]
    parts,rows,at,n,t0=[],[],0,0,time.time(); order=[]
    while time.time()-t0<SYNTH or n<6*BS:
        kind=rng.choices((CALL,ALIKE,PLAIN),(.42,.42,.16))[0]; pool=lines[kind]
        if len(order)<BS: more=list(range(OWN+MIXED)); rng.shuffle(more); order+=more
        sids=[order.pop() for _ in range(BS)]; a=rng.randrange(max(1,len(pool)-300)); which=[min(len(pool)-1,a+rng.randrange(300)) for _ in sids]
        L=torch.tensor([len(pool[w][0]) for w in which]); x=torch.zeros(BS,int(L.max()),dtype=torch.long)
        for k,w in enumerate(which): x[k,:L[k]]=torch.tensor(pool[w][0])
        y=v(x,L,torch.tensor([rng.uniform(.4,.95),rng.uniform(.72,1.3),rng.uniform(.5,1.1)]),torch.tensor(sids)).reshape(BS,-1)
        long=v.steps.reshape(BS,-1).cumsum(1).cpu()*256*RATE/22050
        y=torchaudio.functional.resample(y,22050,RATE); e=y[:,:y.shape[1]//320*320].reshape(BS,-1,320).pow(2).mean(-1); loud=torch.quantile(e,.9,dim=1).sqrt().clamp(min=1e-4); y=(y/loud[:,None]*.1).clamp(-1,1); q=(y*32767).to(torch.int16)
        for k,w in enumerate(which):
            m=min(int(long[k,L[k]-1]),q.shape[1]); parts.append(q[k,:m]); rows.append((at,m,int(long[k,min(pool[w][1],int(L[k]))-1]),kind,sids[k])); at+=m
        n+=BS
    print(f'spoken {at/RATE/3600:.2f} h, {n} sentences, {time.time()-t0:.0f} s',flush=True)
    return torch.cat(parts),torch.tensor(rows)
def robots():
    import torchaudio
    parts,rows,at=[],[],0
    if not os.path.exists('robots.gz'): return parts,rows
    f=gzip.open('robots.gz'); head=json.loads(f.readline())
    for i,(k,_,rate,n) in enumerate(head):
        y=torch.from_numpy(np.frombuffer(f.read(n),np.int16).astype(np.float32)/32768); y=torchaudio.functional.resample(y,rate,RATE) if rate!=RATE else y
        y=y[:len(y)//320*320]; e=y.reshape(-1,320).pow(2).mean(1); on=(e>e.max()*3e-4).nonzero().flatten()
        if len(on)<8: continue
        y=y[on[0]*320:(on[-1]+1)*320]; y=(y/torch.quantile(e,.9).sqrt().clamp(min=1e-4)*.1).clamp(-1,1); parts.append((y*32767).to(torch.int16)); rows.append((at,len(y),len(y)-400,{2:CALL,3:ALIKE,0:PLAIN}[k],100000+i)); at+=len(y)
    return parts,rows
class Clips:
    """Everything that was spoken, one behind another, and the windows that are cut out of it."""
    def __init__(s,sound,rows):
        s.sound=sound; s.start,s.len,s.end,s.kind,s.sid=[rows[:,i].to(DEV) for i in range(5)]
    def of(s,kind,n,val,robot=.0):
        pool=s.pools[(kind,val)]; i=pool[torch.randint(len(pool),(n,),device=DEV)]
        if robot and not val and len(s.pools[('robot',kind)]):
            r=s.pools[('robot',kind)]; i=torch.where(torch.rand(n,device=DEV)<robot,r[torch.randint(len(r),(n,),device=DEV)],i)
        return i
    def sort(s,val_people):
        val=torch.tensor([is_val(int(i)) or int(i) in val_people for i in s.sid.tolist()],device=DEV); dev_=(s.sid%15==DEVELOPMENT)&(s.sid<OWN)|(s.sid>=200000); rob=(s.sid>=100000)&(s.sid<200000)
        s.pools={(k,v):((s.kind==k)&(val==v)&~rob&(dev_ if v else torch.ones_like(val))).nonzero().flatten() for k in range(4) for v in (False,True)}
        for k in (CALL,ALIKE,PLAIN): s.pools[('robot',k)]=(rob&(s.kind==k)).nonzero().flatten()
        print({str(k):len(v) for k,v in s.pools.items()},flush=True)
    def at(s,i,pos):
        """Sound of clip i at pos [n,w], silence outside of it."""
        inside=(pos>=0)&(pos<s.len[i][:,None]-1); p=(s.start[i][:,None]+pos.clamp(min=0)).clamp(max=len(s.sound)-2); lo=p.floor().long(); w=(p-lo).float()
        return (s.sound[lo].float()*(1-w)+s.sound[lo+1].float()*w)*inside/32768
    def other(s,n,val): return torch.where(torch.rand(n,device=DEV)<.5,s.of(PLAIN,n,val),s.of(PERSON,n,val) if len(s.pools[(PERSON,val)]) else s.of(PLAIN,n,val))
    def windows(s,i,until,val,pace):
        """WIN samples up to `until` of each clip, other speech before and behind it, and now and then beside it."""
        n=len(i); back=(torch.arange(WIN,device=DEV)[None]-WIN).double()*pace[:,None]; pos=until[:,None].double()+back; x=s.at(i,pos)
        far=lambda mean: -torch.log(torch.rand(n,1,device=DEV).clamp(min=1e-4))*mean*RATE
        b=s.other(n,val); on=(torch.rand(n,1,device=DEV)<.45).float(); x=x+s.at(b,pos+s.len[b][:,None]+far(.25))*(pos<0)*on
        a=s.other(n,val); on=(torch.rand(n,1,device=DEV)<.55).float(); x=x+s.at(a,pos-s.len[i][:,None]-far(.2))*(pos>=s.len[i][:,None])*on
        o=s.other(n,val); start=(torch.rand(n,1,device=DEV)*(s.len[o][:,None]-RATE).clamp(min=1)); side=s.at(o,start+torch.arange(WIN,device=DEV)[None])*(torch.rand(n,1,device=DEV)<.25).float()*10**(-(torch.rand(n,1,device=DEV)*18+4)/20)
        y=mixdown(torch.stack([x,side],1),None); clean=x/x.abs().amax(-1,keepdim=True).clamp(min=1e-3)*(.1+.8*torch.rand(n,1,device=DEV))+torch.randn_like(x)*3e-4*torch.rand(n,1,device=DEV)
        return torch.where(torch.rand(n,1,device=DEV)<.3,clean,y)
    MIX=((CALL,(.02,.36),.30),(ALIKE,(-.15,.7),.30),(CALL,(-.9,-.25),.07),(CALL,(.75,1.3),.04),(PLAIN,None,.12),(PERSON,None,.17))
    def batch(s,n,val=False):
        i,until,want,kind=[],[],[],[]
        for k,(what,span,share) in enumerate(s.MIX):
            m=round(n*share); c=s.of(what if len(s.pools[(what,val)]) else PLAIN,m,val,robot=.2 if what in (CALL,ALIKE) else 0.); u=torch.rand(m,device=DEV)
            until.append(s.end[c]+(span[0]+(span[1]-span[0])*u)*RATE if span else RATE*.4+u*(s.len[c]-RATE*.4).clamp(min=1)); i.append(c); want.append(torch.full((m,),float(k==0),device=DEV)); kind.append(torch.full((m,),k,device=DEV))
        i=torch.cat(i); pace=1+(torch.rand(len(i),device=DEV)*2-1)*.12
        return s.windows(i,torch.cat(until),val,pace),torch.cat(want),torch.cat(kind)
@torch.no_grad()
def most(net,mel,clips,i):
    """What the product would hear in each of the clips: the most of all windows."""
    out=[]
    for c in i.tolist():
        x=clips.sound[clips.start[c]:clips.start[c]+clips.len[c]].float()/32768; x=F.pad(x,(WIN,int(.3*RATE))); x=x+torch.randn_like(x)*2e-4; m=mel(x[None],pad=False)[0].unfold(1,FR,8).transpose(0,1)
        out.append(torch.sigmoid(net(m)).max())
    return torch.stack(out)
def save(net,name): np.savez(f'{SAVE}/{name}.npz',**{k:v.detach().cpu().numpy() for k,v in net.state_dict().items()})
def main():
    kept=f'{STATE}.bank'
    if STATE and os.path.exists(kept): sound,rows=torch.load(kept)
    else:
        sound,rows=speak(); sound=sound.cpu()
        if STATE: torch.save((sound,rows),kept)
    parts,more=robots(); more=torch.tensor(more) if more else torch.zeros(0,5,dtype=torch.long); more[:,0]+=len(sound); sound=torch.cat([sound]+parts); rows=torch.cat([rows,more])
    people=[(n,k,x.reshape(-1)) for n,k,x in read_real(REAL)] if REAL else []; at=len(sound); extra=[]; vals=set()
    for k,(name,kept_,x) in enumerate(people):
        extra.append((at,len(x),0,PERSON,200000+k)); at+=len(x)
        if kept_: vals.add(200000+k)
    if extra: sound=torch.cat([sound]+[x for _,_,x in people]); rows=torch.cat([rows,torch.tensor(extra)])
    clips=Clips(sound.to(DEV),rows); clips.sort(vals); print(f'{time.time()-T0:.0f} s, {len(sound)/RATE/3600:.1f} h',flush=True)
    if DEV=='cuda': torch.backends.cudnn.allow_tf32=False                   # the spectrum needs its last bits
    net,ema,mel=Hot().to(DEV),Hot().to(DEV),LogMel(40).to(DEV)
    if FROM: net.load_state_dict({k:torch.from_numpy(v) for k,v in np.load(FROM).items()})
    ema.load_state_dict(net.state_dict()); opt=torch.optim.AdamW(net.parameters(),lr=PEAK,weight_decay=1e-2)
    print('parameters',sum(p.numel() for p in net.parameters()),flush=True)
    g=torch.Generator().manual_seed(5); sample=lambda k,m: clips.pools[(k,True)][torch.randperm(len(clips.pools[(k,True)]),generator=g)[:m].to(DEV)]; vp,vn=sample(CALL,500),sample(ALIKE,500)
    def check(tag):
        ema.eval()
        with torch.no_grad():
            p,n=most(ema,mel,clips,vp),most(ema,mel,clips,vn); r=[]; d=[]
            for c in clips.pools[(PERSON,True)].tolist():
                x=clips.sound[clips.start[c]:clips.start[c]+clips.len[c]].float()/32768; r.append(torch.sigmoid(ema(mel(x[None],pad=False)[0].unfold(1,FR,8).transpose(0,1))))
            for _ in range(4):
                x,y,k=clips.batch(1024,True); d.append((torch.sigmoid(ema(mel(x,pad=False))),k))
        r=torch.cat(r) if r else torch.zeros(1,device=DEV); q=torch.cat([a for a,_ in d]); k=torch.cat([b for _,b in d]); f=lambda x,t: f'{(x>t).float().mean().item():.4f}'
        print(tag,'sentences',' '.join(f'>{t}: calls {f(p,t)} alike {f(n,t)}' for t in (.02,.1,.45,.9)),'| disturbed windows >.5',' '.join(f(q[k==j],.5) for j in range(len(Clips.MIX))),f'| people {len(r)} windows >.005: {f(r,.005)} >.1: {int((r>.1).sum())} >.45: {int((r>.45).sum())}',flush=True)
    t0=time.time(); step=0; said=0.; el=0.
    if STATE and os.path.exists(STATE):
        was=torch.load(STATE,map_location=DEV); net.load_state_dict(was['net']); ema.load_state_dict(was['ema']); opt.load_state_dict(was['opt']); step=was['step']; t0-=was['spent']; said=was['spent']; torch.manual_seed(step); print('goes on from step',step,flush=True)
    net.train()
    while (el:=time.time()-t0)<TRAIN and time.time()-T0<SLICE:
        fr=el/TRAIN
        for g_ in opt.param_groups: g_['lr']=PEAK*min(1,(step+1)/300)*(.5+.5*math.cos(math.pi*fr))+1e-6
        with torch.no_grad():
            x,y,k=clips.batch(B); m=mel(x,pad=False); m=m+torch.randn(len(m),1,1,device=DEV)*.3
            f0=torch.randint(0,36,(len(m),1,1),device=DEV); f=torch.arange(40,device=DEV)[None,:,None]; m=torch.where((f>=f0)&(f<f0+4)&(torch.rand(len(m),1,1,device=DEV)<.2),m.mean((1,2),keepdim=True),m)
        with torch.autocast(DEV,torch.bfloat16): z=net(m)
        l=F.binary_cross_entropy_with_logits(z.float(),y*.985+.003,reduction='none'); quiet=l[k>=4]
        loss=(l[k==0].sum()+l[(k>0)&(k<4)].sum()*1.1+quiet.sum()*.5+quiet.topk(60).values.sum()*2)/len(y)
        opt.zero_grad(set_to_none=True); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(),1.); opt.step(); step+=1
        with torch.no_grad():
            d=min(.999,(step+1)/(step+20))
            for a,b in zip(ema.state_dict().values(),net.state_dict().values()):
                if a.is_floating_point(): a.mul_(d).add_(b,alpha=1-d)
                else: a.copy_(b)
        if el>said+110: said=el; check(f'{time.time()-T0:.0f} s step {step} loss {loss.item():.3f}'); save(ema,'ear')
    save(ema,'ear'); print(f'{time.time()-T0:.0f} s steps {step}',flush=True)
    if STATE: torch.save({'net':net.state_dict(),'ema':ema.state_dict(),'opt':opt.state_dict(),'step':step,'spent':el},STATE)
    check('at the end of the slice')
    class H(nn.Module):
        def __init__(s): super().__init__(); s.n=ema
        def forward(s,x): return torch.sigmoid(s.n(x))
    h=H().eval().cpu(); torch.onnx.export(h,(torch.randn(1,40,FR),),f'{SAVE}/hotword.onnx',input_names=['mel'],output_names=['probability'],dynamic_axes={'mel':{0:'batch'},'probability':{0:'batch'}},opset_version=17,dynamo=False)
    print('DONE',flush=True)
if __name__=='__main__': main()
