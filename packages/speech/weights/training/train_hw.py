import glob,math,os,random,sys,time,wave
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F, torch.multiprocessing as mp
from bank import Bank,BANK,read_index,is_val
from augment import mixdown
from model import LogMel
SECONDS=float(os.environ.get('HW_SECONDS','420')); OUTD=os.environ.get('SAVE','.')
FR=152; WIN=400+160*(FR-1); L=96                              # 152 frames of 10 ms; tracks of 96 frames of 20 ms
class Hot(nn.Module):
    """Log mel [B,40,152] -> logit that the phrase has just ended."""
    def __init__(s,c=96):
        super().__init__(); s.c1=nn.Conv1d(40,c,5,stride=2,padding=2); s.b=nn.ModuleList()
        for d in (1,1,2,2,4,4):
            s.b.append(nn.Sequential(nn.Conv1d(c,c,9,padding=4*d,dilation=d,groups=c),nn.Conv1d(c,c,1),nn.BatchNorm1d(c),nn.SiLU(),nn.Conv1d(c,c,1),nn.BatchNorm1d(c)))
        s.p=nn.Conv1d(c,48,1); s.f=nn.Sequential(nn.Flatten(),nn.Linear(48*19,64),nn.SiLU(),nn.Dropout(.1),nn.Linear(64,1))
    def forward(s,m):
        m=(m-m.mean((1,2),keepdim=True))*.25; x=F.silu(s.c1(m))
        for b in s.b: x=F.silu(x+b(x))
        return s.f(F.avg_pool1d(F.silu(s.p(x)),4)).squeeze(-1)
class Plan:
    def __init__(s,val,seed):
        s.r=random.Random(seed); s.k={0:[],1:[],2:[],3:[]}; s.rob={0:[],2:[],3:[]}
        for st,n,sid,k,ti in read_index():
            if sid>=1000: s.rob[k].append((st,n)) if not val else None
            elif is_val(sid)==val: s.k[k].append((st,n))
    def one(s,kind):
        r=s.r; idx=np.zeros((2,L),np.int32)
        def put(v,u,at):
            st,m=u; a,b=max(0,at),min(L,at+m)
            if b>a: idx[v,a:b]=np.arange(st+a-at,st+b-at)
        def around(a,b):
            if r.random()<.5: u=r.choice(s.k[0]); put(0,u,a-u[1]-int(r.expovariate(1/12)))
            if r.random()<.6: u=r.choice(s.k[r.choice([0,0,1,3])]); put(0,u,b+int(r.expovariate(1/10)))
        if kind==4:                                           # plain speech
            t=-r.randrange(0,200)
            while t<L: u=r.choice(s.k[r.choice([0,0,0,1,3])]); put(0,u,t); t+=u[1]+int(r.expovariate(1/10))
        else:
            want=3 if kind==1 else 2; bank=s.rob[want] if s.rob[want] and r.random()<.3 else s.k[want]; u=r.choice(bank)
            if kind==2: end=77+r.randrange(20,45)             # not yet said
            elif kind==3: end=r.randrange(8,26)               # long over
            else: end=77-r.randrange(1,18)
            put(0,u,end-u[1]); around(end-u[1],end)
        if r.random()<.25:
            o=r.choice(s.k[0]); put(1,o,-r.randrange(0,max(1,o[1]-40)))
        return idx
MIX=[(0,200),(1,200),(2,50),(3,50),(4,524)]
def batch(p,mix=MIX): return np.stack([p.one(k) for k,n in mix for _ in range(n)]),np.concatenate([np.full(n,k) for k,n in mix])
def feeder(q,seed):
    p=Plan(False,seed)
    while True: q.put(batch(p))
def make(bank,idx,dev):
    idx=torch.from_numpy(idx).to(dev).long(); B=len(idx); x=bank.audio[idx].reshape(B,2,-1).float()/32768
    f=1+(torch.rand(B,2,1,device=dev)*2-1)*.1
    end=77*320; pos=end+(torch.arange(WIN,device=dev)[None,None]-WIN)*f; pos=pos.clamp(0,L*320-2); lo=pos.floor().long(); w=pos-lo
    x=x.gather(2,lo)*(1-w)+x.gather(2,lo+1)*w
    x[:,1]*=10**(-(torch.rand(B,1,device=dev)*18+4)/20)
    y=mixdown(x,None); clean=x.sum(1); clean=clean/clean.abs().amax(-1,keepdim=True).clamp(min=1e-3)*(.1+.8*torch.rand(B,1,device=dev))+torch.randn_like(clean)*3e-4*torch.rand(B,1,device=dev)
    return torch.where(torch.rand(B,1,device=dev)<.25,clean,y)
def main():
    while not os.path.exists(f'{BANK}/DONE'): time.sleep(2)
    dev='cuda'; torch.backends.cudnn.allow_tf32=False; bank=Bank(dev); bank.refresh()
    ctx=mp.get_context('spawn'); q=ctx.Queue(12); ps=[ctx.Process(target=feeder,args=(q,i),daemon=True) for i in range(4)]; [p.start() for p in ps]
    net=Hot().to(dev); mel=LogMel(40).to(dev); opt=torch.optim.AdamW(net.parameters(),lr=2e-3,weight_decay=1e-2)
    pv=Plan(True,3); print('positives',len(Plan(False,0).k[2]),'unseen voices',len(pv.k[2]),flush=True)
    vx=[];vk=[]; torch.manual_seed(4)
    for _ in range(6):
        i,k=batch(pv,[(0,300),(1,300),(2,60),(3,60),(4,1000)]); vx.append(mel(make(bank,i,dev),pad=False)); vk.append(torch.from_numpy(k))
    vx=torch.cat(vx); vk=torch.cat(vk)
    real=[]
    for f in sorted(glob.glob('real-*.wav')):
        w=wave.open(f); x=torch.from_numpy(np.frombuffer(w.readframes(w.getnframes()),np.int16)/np.float32(32768)).float().to(dev); real.append(mel(x[None],pad=False)[0].unfold(1,FR,8).transpose(0,1))
    real=torch.cat(real) if real else torch.zeros(1,40,FR,device=dev)
    def check(tag):
        net.eval()
        with torch.no_grad():
            p=torch.cat([torch.sigmoid(net(c)) for c in vx.split(2048)]).cpu(); r=torch.sigmoid(net(real)).cpu()
        net.train(); s=' '.join(f'>{t}: hit {(p[vk==0]>t).float().mean():.3f} hard {(p[vk==1]>t).float().mean():.4f} part {(p[(vk==2)|(vk==3)]>t).float().mean():.4f} speech {(p[vk==4]>t).float().mean():.5f};' for t in (.5,.9,.98))
        print(tag,s,'real windows',len(r),'over .5:',int((r>.5).sum()),'over .9:',int((r>.9).sum()),flush=True)
    t0=time.time(); step=0; nv=t0+60
    while time.time()-t0<SECONDS:
        fr=(time.time()-t0)/SECONDS
        for g in opt.param_groups: g['lr']=2e-3*min(1,(step+1)/200)*(.5+.5*math.cos(math.pi*fr))+1e-6
        i,k=q.get(); k=torch.from_numpy(k).to(dev)
        with torch.no_grad(): m=mel(make(bank,i,dev),pad=False); m=m+torch.randn(len(m),1,1,device=dev)*.3
        with torch.autocast('cuda',torch.bfloat16): z=net(m)
        z=z.float(); y=(k==0).float(); l=F.binary_cross_entropy_with_logits(z,y*.98+.005,reduction='none')
        n=l[k==4]; loss=(l[k==0].sum()+l[(k>0)&(k<4)].sum()*1.2+n.sum()*.5+n.topk(60).values.sum()*2)/600
        opt.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(net.parameters(),1.); opt.step(); step+=1
        if time.time()>nv: check(f'hw {time.time()-t0:.0f}s step {step} loss {loss.item():.3f}'); nv=time.time()+60; torch.save(net.state_dict(),f'{OUTD}/hot.pt')
    check('hw final'); net.eval().cpu(); mel=mel.cpu()
    class M(nn.Module):
        def __init__(s): super().__init__(); s.m=mel
        def forward(s,x): return s.m(x,pad=False)
    class H(nn.Module):
        def __init__(s): super().__init__(); s.n=net
        def forward(s,x): return torch.sigmoid(s.n(x))
    torch.save(net.state_dict(),f'{OUTD}/hot.pt')
    torch.onnx.export(M(),(torch.randn(1,1680),),f'{OUTD}/hotword-mel.onnx',input_names=['audio'],output_names=['mel'],dynamic_axes={'audio':{1:'samples'},'mel':{2:'frames'}},opset_version=17,dynamo=False)
    torch.onnx.export(H(),(torch.randn(1,40,FR),),f'{OUTD}/hotword.onnx',input_names=['mel'],output_names=['probability'],dynamic_axes={'mel':{0:'batch'},'probability':{0:'batch'}},opset_version=17,dynamo=False)
    print('HW DONE',flush=True); os._exit(0)
if __name__=='__main__': main()
