# Trains the network that tells voices apart: speaks with 844 voices on the accelerator, then learns to name them in rooms, noise and lines.
# REAL names a file of recordings of people (Opus packets, see people.py), REAL_SHARE how much of each step they are.
# STATE names a file to go on from: a call ends after SLICE_SECONDS and the next one goes on, until TRAIN_SECONDS were trained in all.
# MIXED adds voices between them, KEPT names the remainders of 15 that are kept apart, FROM and ANCHOR go on from an ONNX file and stay near it.
import gzip,json,math,os,random,time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from vits import Vits,mix_voices
from augment import mixdown
from model import LogMel
from real_people import read_real
T0=time.time(); env=lambda k,d: type(d)(os.environ.get(k,d))
SYNTH=env('SYNTH_SECONDS',45.); TOTAL=env('TOTAL_SECONDS',225.); BS=env('SPEAK_BATCH',96); B=env('BATCH',512); SAVE=env('OUT','.'); DEV=env('DEVICE','cuda'); OWN=904; MIXED=env('MIXED',0); VOICES=OWN+MIXED; FROM=env('FROM',''); ANCHOR=env('ANCHOR',0.); PEAK=env('PEAK',2.5e-3); REAL=env('REAL',''); REAL_SHARE=env('REAL_SHARE',.45); STATE=env('STATE',''); SLICE=env('SLICE_SECONDS',1e9); TRAIN=env('TRAIN_SECONDS',0.); FRAMES=[int(k) for k in env('FRAMES','60,100,100,150').split(',')]
KEPT=tuple(int(k) for k in env('KEPT','7').split(','))
is_val=lambda sid: sid<OWN and sid%15 in KEPT
random.seed(1); torch.manual_seed(1); rng=random.Random(2)
if DEV=='cuda': torch.backends.cuda.matmul.allow_tf32=True; torch.backends.cudnn.allow_tf32=True; torch.backends.cudnn.benchmark=False
class Block(nn.Module):
    """A dilated convolution and a weighing of channels by what the whole crop sounds like."""
    def __init__(s,c,d):
        super().__init__(); s.a=nn.Conv1d(c,c,3,padding=d,dilation=d,bias=False); s.na=nn.BatchNorm1d(c); s.b=nn.Conv1d(c,c,1,bias=False); s.nb=nn.BatchNorm1d(c)
        s.d=nn.Linear(c,c//4); s.u=nn.Linear(c//4,c)
    def forward(s,x):
        y=F.relu(s.na(s.a(x))); y=s.nb(s.b(y)); g=torch.sigmoid(s.u(F.relu(s.d(y.mean(-1))))); return F.relu(x+y*g[:,:,None])
class Voice(nn.Module):
    """16 kHz sound of one voice, a second or more -> 192 numbers of length 1; near for one voice, far for two."""
    def __init__(s,c=320,e=192):
        super().__init__(); s.mel=LogMel(); s.c1=nn.Conv1d(80,c,5,stride=2,padding=2,bias=False); s.n1=nn.BatchNorm1d(c)
        s.blocks=nn.ModuleList([Block(c,d) for d in (1,2,3,1,2,4)]); s.m=nn.Conv1d(3*c,640,1); s.nm=nn.BatchNorm1d(640)
        s.p1=nn.Conv1d(640*3,96,1); s.p2=nn.Conv1d(96,640,1); s.np=nn.BatchNorm1d(1280); s.e=nn.Linear(1280,e,bias=False); s.ne=nn.BatchNorm1d(e)
    def features(s,x):
        x=x-x.mean(-1,keepdim=True); x=x/(x.pow(2).mean(-1,keepdim=True).sqrt()+1e-4)*.1
        m=s.mel(x)[:,:,:-1]; return (m-m.mean(-1,keepdim=True))*.25
    def trunk(s,m):
        x=F.relu(s.n1(s.c1(m))); keep=[]
        for i,b in enumerate(s.blocks):
            x=b(x)
            if i%2==1: keep.append(x)
        x=F.relu(s.nm(s.m(torch.cat(keep,1))))
        mu=x.mean(-1,keepdim=True); sd=((x-mu)**2).mean(-1,keepdim=True).clamp(min=1e-5).sqrt()
        w=torch.softmax(s.p2(torch.tanh(s.p1(torch.cat([x,mu.expand_as(x),sd.expand_as(x)],1)))),-1)
        mu=(w*x).sum(-1); sd=((w*x*x).sum(-1)-mu*mu).clamp(min=1e-5).sqrt()
        return s.ne(s.e(s.np(torch.cat([mu,sd],1))))
    def forward(s,audio): return F.normalize(s.trunk(s.features(audio)),dim=-1)
def speak():
    """A bank of frames of 20 ms for each voice."""
    import torchaudio
    v=Vits('voice-half.onnx',DEV); mix_voices(v,[i for i in range(OWN) if not is_val(i)],MIXED,rng); text=json.load(gzip.open('text.json.gz','rt')); lines=sorted([t for t in text['utts'] if len(t)<=220]+text['bc'],key=len); bank={i:[] for i in range(VOICES)}; n=0; order=[]; t0=time.time()
    while time.time()-t0<SYNTH or n<2*BS:
        if len(order)<BS: more=list(range(VOICES)); rng.shuffle(more); order+=more
        sids=[order.pop() for _ in range(BS)]; at=rng.randrange(max(1,len(lines)-160)) if rng.random()<.9 else rng.randrange(150); ids=[lines[min(len(lines)-1,at+rng.randrange(160))] for _ in sids]
        L=torch.tensor([len(i) for i in ids]); x=torch.zeros(BS,int(L.max()),dtype=torch.long)
        for k,i in enumerate(ids): x[k,:len(i)]=torch.tensor(i)
        y=v(x,L,torch.tensor([rng.uniform(.45,.95),rng.uniform(.75,1.25),rng.uniform(.55,1.1)]),torch.tensor(sids)).reshape(BS,-1)
        y=torchaudio.functional.resample(y,22050,16000); y=y[:,:y.shape[1]//320*320].reshape(BS,-1,320)
        e=10*torch.log10(y.pow(2).mean(-1)+1e-9); on=e>torch.quantile(e,.97,dim=1,keepdim=True)-34
        k=torch.ones(1,1,15,device=DEV); on=F.conv1d(on.float()[:,None],k,padding=7)[:,0]>0            # pauses of up to 0.3 s stay
        rms=((y.pow(2).mean(-1)*on).sum(1)/on.sum(1).clamp(min=1)).sqrt().clamp(min=1e-4); y=(y/rms[:,None,None]*.07).clamp(-1,1)
        q=(y*32767).to(torch.int16)
        for k,sid in enumerate(sids): bank[sid].append(q[k][on[k]])
        n+=BS
    start,length,parts,at=[],[],[],0
    for i in range(VOICES):
        rng.shuffle(bank[i]); p=torch.cat(bank[i]) if bank[i] else torch.zeros(0,320,dtype=torch.int16,device=DEV); parts.append(p); start.append(at); length.append(len(p)); at+=len(p)
    print(f'spoken {at/50/3600:.2f} h, {n} sentences, shortest voice {min(length)/50:.0f} s, {time.time()-t0:.0f} s',flush=True)
    return torch.cat(parts),torch.tensor(start,device=DEV),torch.tensor(length,device=DEV)
def crops(bank,start,length,sid,frames,speed):
    """Sound of `frames` frames of each voice, played at its speed."""
    n=frames+math.ceil(frames*.12)+2; room=(length[sid]-n).clamp(min=1); a=start[sid]+(torch.rand(len(sid),device=DEV)*room).long()
    x=bank[(a[:,None]+torch.arange(n,device=DEV)).clamp(max=len(bank)-1)].reshape(len(sid),-1).float()/32768
    pos=torch.arange(frames*320,device=DEV)[None]*speed[:,None]; lo=pos.floor().long().clamp(max=x.shape[1]-2); w=pos-lo
    return x.gather(1,lo)*(1-w)+x.gather(1,lo+1)*w
def make(bank,start,length,sid,frames,speed,others,clean_share=.2):
    n=len(sid); x=crops(bank,start,length,sid,frames,speed); o=crops(bank,start,length,others,frames,torch.ones(n,device=DEV))
    from_=torch.rand(n,1,device=DEV)*frames*320; t=torch.arange(frames*320,device=DEV)[None]; part=((t>=from_)&(t<from_+frames*320*.5)).float()
    o=o*part*(torch.rand(n,1,device=DEV)<.3).float()*10**(-(torch.rand(n,1,device=DEV)*18+2)/20)
    y=mixdown(torch.stack([x,o],1),None)
    c=x/x.abs().amax(-1,keepdim=True).clamp(min=1e-3)*(.1+.8*torch.rand(n,1,device=DEV))+torch.randn_like(x)*3e-4*torch.rand(n,1,device=DEV)
    return torch.where(torch.rand(n,1,device=DEV)<clean_share,c,y)
def equal_error(net,bank,start,length,val,frames,clean):
    net.eval(); e=[]; lab=[]
    with torch.no_grad():
        for r in range(6):
            sid=torch.tensor(val,device=DEV).repeat_interleave(4); o=sid[torch.randperm(len(sid),device=DEV)]
            e.append(net(make(bank,start,length,sid,frames,torch.ones(len(sid),device=DEV),o,1. if clean else 0.)).float()); lab.append(sid)
    net.train(); e=torch.cat(e); lab=torch.cat(lab); s=e@e.t(); i,j=torch.triu_indices(len(e),len(e),1,device=DEV); sc=s[i,j]; same=lab[i]==lab[j]
    p=sc[same].sort().values; q=sc[~same].sort().values; t=p[torch.linspace(0,len(p)-1,400,device=DEV).long()]
    miss=torch.searchsorted(p,t).float()/len(p); fa=1-torch.searchsorted(q,t).float()/len(q); k=(miss-fa).abs().argmin()
    return ((miss[k]+fa[k])/2).item(),t[k].item()
def load_onnx(net,path):
    """A network of this form out of its ONNX file, where the export folded the norms into the convolutions."""
    import onnx
    from onnx import numpy_helper
    g=onnx.load(path).graph; t={i.name.removesuffix('_half'):torch.from_numpy(numpy_helper.to_array(i).astype(np.float32)) for i in g.initializer}
    convs=[n for n in g.node if n.op_type=='Conv' and n.input[1].startswith('onnx::')]; pairs=[(net.c1,net.n1)]+[p for b in net.blocks for p in ((b.a,b.na),(b.b,b.nb))]
    with torch.no_grad():
        for n,(c,b) in zip(convs,pairs): c.weight.copy_(t[n.input[1]]); b.weight.fill_(1); b.bias.copy_(t[n.input[2]]); b.running_mean.zero_(); b.running_var.fill_(1-b.eps)
        m=convs[len(pairs)]; net.m.weight.copy_(t[m.input[1]]); net.m.bias.zero_(); net.nm.weight.fill_(1); net.nm.bias.copy_(t[m.input[2]]); net.nm.running_mean.zero_(); net.nm.running_var.fill_(1-net.nm.eps)
        own=dict(net.named_parameters())|dict(net.named_buffers())
        for k,v in t.items():
            if k in own and not k.startswith('mel.'): own[k].copy_(v)
        net.e.weight.copy_(t[next(n for n in g.node if n.op_type=='MatMul').input[1]].t())
def settle(net,x):
    """Gives the norms the statistics of this sound without changing what the network answers."""
    seen={}; net.eval(); hooks=[b.register_forward_pre_hook(lambda b,i,k=k: seen.__setitem__(k,i[0])) for k,b in net.named_modules() if isinstance(b,nn.BatchNorm1d)]
    with torch.no_grad():
        net.trunk(net.features(x))
        for k,b in net.named_modules():
            if not isinstance(b,nn.BatchNorm1d): continue
            y=seen[k]; d=(0,2) if y.dim()==3 else (0,); mu=y.mean(d); var=y.var(d,unbiased=False); old=b.weight/(b.running_var+b.eps).sqrt(); new=(var+b.eps).sqrt()
            b.bias.copy_(b.bias+(mu-b.running_mean)*old); b.weight.copy_(old*new); b.running_mean.copy_(mu); b.running_var.copy_(var)
    for h in hooks: h.remove()
    net.train()
def save(net,name): np.savez(f'{SAVE}/{name}.npz',**{k:v.detach().cpu().numpy().astype(np.float16) if v.is_floating_point() else v.cpu().numpy() for k,v in net.state_dict().items() if not k.startswith('mel.')})
def main():
    print(f'start {time.time()-T0:.0f} s',flush=True); kept=f'{STATE}.bank'
    bank,start,length=torch.load(kept,map_location=DEV) if STATE and os.path.exists(kept) else speak()
    if STATE and not os.path.exists(kept): torch.save((bank,start,length),kept)
    people=read_real(REAL) if REAL else []; at=len(bank); bank=torch.cat([bank]+[p.to(DEV) for _,_,p in people]); sizes=[len(p) for _,_,p in people]
    start=torch.cat([start,torch.tensor([at+sum(sizes[:i]) for i in range(len(sizes))],device=DEV,dtype=torch.long)]); length=torch.cat([length,torch.tensor(sizes,device=DEV,dtype=torch.long)])
    print('people',len(people),sum(sizes)/50/3600,'h',flush=True)
    if DEV=='cuda': torch.backends.cudnn.allow_tf32=False                   # the spectrum needs its last bits
    need=int(150*1.12)+4; train=[i for i in range(VOICES) if not is_val(i) and length[i]>need*1.5]; val=[i for i in range(VOICES) if is_val(i) and length[i]>need]
    S0=len(train); train+=[VOICES+i for i,(_,kept,_) in enumerate(people) if not kept]; val_real={f:[VOICES+i for i,(name,kept,_) in enumerate(people) if kept and name.startswith(f)] for f in sorted({name[:2] for name,kept,_ in people if kept})}
    S=len(train); tr=torch.tensor(train,device=DEV); speeds=torch.tensor([1.,.9,1.1],device=DEV)
    net=Voice().to(DEV); ema=Voice().to(DEV); W=torch.randn(3*S,192,device=DEV)*.1; teacher=None
    if FROM:
        load_onnx(net,FROM); teacher=Voice().to(DEV); teacher.load_state_dict(net.state_dict()); teacher.eval()
        k=torch.randint(S,(2*B,),device=DEV); x=make(bank,start,length,tr[k],100,torch.ones(2*B,device=DEV),tr[k.flip(0)])
        with torch.no_grad():
            before=teacher(x); settle(net,x); net.eval(); print('settled to within',(net(x)-before).abs().max().item(),flush=True); net.train(); mean=torch.zeros(3*S,192,device=DEV)
            for r in range(3):
                for at in range(0,3*S,1024):
                    y=torch.arange(at,min(3*S,at+1024),device=DEV); mean[y]+=teacher(crops(bank,start,length,tr[y%S],150,speeds[y//S]))
            W=F.normalize(mean,dim=-1)
        for frames in (50,75,100,150): print(frames*20,'ms unseen voices, before: disturbed',equal_error(teacher,bank,start,length,val,frames,False),'clean',equal_error(teacher,bank,start,length,val,frames,True),flush=True)
        if equal_error(teacher,bank,start,length,val,100,True)[0]>.03: raise SystemExit('the network was not read back as it was')
        teacher.eval()
    ema.load_state_dict(net.state_dict()); W=nn.Parameter(W)
    print('voices',S,len(val),'parameters',sum(p.numel() for p in net.parameters()),flush=True)
    opt=torch.optim.AdamW([{'params':net.parameters(),'weight_decay':2e-2},{'params':[W],'weight_decay':1e-3}],lr=2e-3); t0=time.time(); span=TRAIN or TOTAL-(t0-T0); step=saved=said=0
    if STATE and os.path.exists(STATE):
        before=torch.load(STATE,map_location=DEV); net.load_state_dict(before['net']); ema.load_state_dict(before['ema']); W.data.copy_(before['W']); opt.load_state_dict(before['opt']); step,saved=before['step'],before['saved']; t0-=before['spent']; said=before['spent']; torch.manual_seed(step); rng.seed(step); print(f'goes on from step {step}',flush=True)
    while (el:=time.time()-t0)<span and time.time()-T0<SLICE:
        fr=el/span; lr=PEAK*min(1,(step+1)/300)*(.5+.5*math.cos(math.pi*fr))+1e-6
        for g in opt.param_groups: g['lr']=lr
        margin=.25*min(1,max(0,(fr-.08)/.4)); frames=rng.choice(FRAMES)
        k=torch.randint(S0,(B,),device=DEV); k=torch.where(torch.rand(B,device=DEV)<REAL_SHARE,torch.randint(S0,S,(B,),device=DEV),k) if S>S0 else k; sp=torch.randint(3,(B,),device=DEV); y=k+S*sp; sid=tr[k]; o=sid[torch.randperm(B,device=DEV)]
        with torch.no_grad():
            pace=speeds[sp]*(1+(torch.rand(B,device=DEV)-.5)*.02); x=make(bank,start,length,sid,frames,pace,o); m=net.features(x)
            goal=teacher(crops(bank,start,length,sid,150,pace)) if ANCHOR else None
            f0=torch.randint(0,72,(B,1,1),device=DEV); f=torch.arange(80,device=DEV)[None,:,None]; m=m*(1-((f>=f0)&(f<f0+8)&(torch.rand(B,1,1,device=DEV)<.3)).float())
        with torch.autocast(DEV,torch.bfloat16): z=net.trunk(m)
        c=F.normalize(z.float(),dim=-1)@F.normalize(W,dim=-1).t(); ct=c.gather(1,y[:,None]).clamp(-.999,.999); ct2=torch.cos(torch.acos(ct)+margin)
        ct2=torch.where(ct>math.cos(math.pi-margin),ct2,ct-margin*math.sin(margin)); loss=F.cross_entropy(c.scatter(1,y[:,None],ct2)*30,y)
        if ANCHOR: near=(F.normalize(z.float(),dim=-1)*goal).sum(1).mean(); loss=loss+ANCHOR*(1-near)
        opt.zero_grad(set_to_none=True); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(),2.); opt.step(); step+=1
        with torch.no_grad():
            d=min(.998,(step+1)/(step+20))
            for a,b in zip(ema.state_dict().values(),net.state_dict().values()):
                if a.is_floating_point(): a.mul_(d).add_(b,alpha=1-d)
                else: a.copy_(b)
        if el>said+20: said=el; print(f'{time.time()-T0:.0f} s step {step} loss {loss.item():.3f} right {(c.argmax(1)==y).float().mean():.3f}'+(f' near {near.item():.3f}' if ANCHOR else ''),flush=True)
        if fr>.5+.2*saved:
            save(ema,'voice'); saved+=1
            for f,v in {**val_real,'sy':val}.items(): print(f,'1500 ms so far: disturbed',equal_error(ema,bank,start,length,v,75,False),'clean',equal_error(ema,bank,start,length,v,75,True),flush=True)
    save(ema,'voice'); print(f'{time.time()-T0:.0f} s steps {step}',flush=True)
    if STATE: torch.save({'net':net.state_dict(),'ema':ema.state_dict(),'W':W.data,'opt':opt.state_dict(),'step':step,'saved':saved,'spent':el},STATE)
    if STATE and el<span: return
    for f,v in val_real.items():
        for frames in (50,75,100): print(frames*20,'ms unseen people',f,': disturbed',equal_error(ema,bank,start,length,v,frames,False),'clean',equal_error(ema,bank,start,length,v,frames,True),flush=True)
    for frames in (50,75,100,150): print(frames*20,'ms unseen voices: disturbed',equal_error(ema,bank,start,length,val,frames,False),'clean',equal_error(ema,bank,start,length,val,frames,True),flush=True)
if __name__=='__main__': main()
