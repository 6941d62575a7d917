# Runs a Piper (VITS) voice, an ONNX graph, on the accelerator: a batch of sentences at once. Weights may be stored in half precision.
import numpy as np, onnx, torch, torch.nn.functional as F
from onnx import numpy_helper
TYPES={1:torch.float32,6:torch.int32,7:torch.int64,9:torch.bool,10:torch.float16,11:torch.float64}
def attributes(n):
    o={}
    for a in n.attribute: o[a.name]=onnx.helper.get_attribute_value(a)
    return o
def pair(a,b):
    if a.device!=b.device:
        d=a.device if a.is_cuda else b.device; return a.to(d),b.to(d)
    return a,b
def ints(t): return [int(v) for v in t.reshape(-1).tolist()]
class Vits:
    """Sizes and indices that only shape the graph stay on the processor; everything else is on `dev`."""
    def __init__(s,path,dev):
        g=onnx.load(path).graph; s.dev=dev; s.nodes=[(n.op_type,list(n.input),list(n.output),attributes(n)) for n in g.node]; s.const={}
        for i in g.initializer:
            a=torch.from_numpy(numpy_helper.to_array(i).copy())
            if a.dtype==torch.float16: a=a.float()
            s.const[i.name]=a.to(dev) if a.is_floating_point() else a
        s.out=g.output[0].name; s.last={}
        for k,(_,ins,_,_) in enumerate(s.nodes):
            for i in ins: s.last[i]=k
    @torch.no_grad()
    def __call__(s,ids,lengths,scales,sid):
        v=dict(s.const); v['input']=ids.to(s.dev); v['input_lengths']=lengths.to(s.dev); v['scales']=scales.to(s.dev); v['sid']=sid.to(s.dev)
        for k,(op,ins,outs,a) in enumerate(s.nodes):
            x=[v[i] if i else None for i in ins]; y=getattr(s,op)(a,*x)
            for name,t in zip(outs,y if isinstance(y,(list,tuple)) else [y]): v[name]=t
            for i in ins:
                if i and s.last.get(i)==k and i!=s.out and i not in s.const: v.pop(i,None)
        return v[s.out]
    def Add(s,a,x,y): x,y=pair(x,y); return x+y
    def Sub(s,a,x,y): x,y=pair(x,y); return x-y
    def Mul(s,a,x,y): x,y=pair(x,y); return x*y
    def Div(s,a,x,y):
        x,y=pair(x,y); return x/y if x.is_floating_point() else torch.div(x,y,rounding_mode='trunc')
    def Pow(s,a,x,y): x,y=pair(x,y); return x**y
    def MatMul(s,a,x,y): return x@y
    def Equal(s,a,x,y): x,y=pair(x,y); return x==y
    def Less(s,a,x,y): x,y=pair(x,y); return x<y
    def LessOrEqual(s,a,x,y): x,y=pair(x,y); return x<=y
    def GreaterOrEqual(s,a,x,y): x,y=pair(x,y); return x>=y
    def And(s,a,x,y): x,y=pair(x,y); return x&y
    def Not(s,a,x): return ~x
    def Neg(s,a,x): return -x
    def Sqrt(s,a,x): return x.sqrt()
    def Exp(s,a,x): return x.exp()
    def Erf(s,a,x): return torch.erf(x)
    def Tanh(s,a,x): return x.tanh()
    def Sigmoid(s,a,x): return x.sigmoid()
    def Relu(s,a,x): return x.relu()
    def Ceil(s,a,x): return x.ceil()
    def Softplus(s,a,x): return F.softplus(x)
    def LeakyRelu(s,a,x): return F.leaky_relu(x,a.get('alpha',.01))
    def Softmax(s,a,x): return torch.softmax(x,a.get('axis',-1))
    def Cast(s,a,x): return x.to(TYPES[a['to']])
    def Clip(s,a,x,lo=None,hi=None):
        if lo is not None: x=torch.maximum(x,lo.to(x.device).to(x.dtype))
        if hi is not None: x=torch.minimum(x,hi.to(x.device).to(x.dtype))
        return x
    def Shape(s,a,x): return torch.tensor(x.shape,dtype=torch.int64)
    def ConstantOfShape(s,a,x):
        t=numpy_helper.to_array(a['value']) if 'value' in a else np.zeros(1,np.float32); t=torch.from_numpy(t.copy())
        small=not t.is_floating_point() and x.numel()<=1
        return torch.full(ints(x),t.item(),dtype=t.dtype,device='cpu' if small else s.dev)
    def Range(s,a,x,y,z): return torch.arange(x.item(),y.item(),z.item(),dtype=x.dtype)
    def Reshape(s,a,x,y):
        d=ints(y); return x.reshape([x.shape[i] if n==0 else n for i,n in enumerate(d)])
    def Expand(s,a,x,y): return x.expand(torch.broadcast_shapes(tuple(x.shape),tuple(ints(y))))
    def Transpose(s,a,x): return x.permute(a['perm'])
    def Concat(s,a,*x):
        if any(t.is_cuda for t in x): x=[t.to(s.dev) for t in x]
        return torch.cat(list(x),a['axis'])
    def Split(s,a,x,y=None):
        ax=a.get('axis',0); return list(torch.split(x,ints(y) if y is not None else x.shape[ax]//2,ax))
    def Unsqueeze(s,a,x,y):
        n=x.dim()+y.numel()
        for d in sorted(k%n for k in ints(y)): x=x.unsqueeze(d)
        return x
    def Squeeze(s,a,x,y):
        for d in sorted((k%x.dim() for k in ints(y)),reverse=True): x=x.squeeze(d)
        return x
    def Gather(s,a,x,i):
        ax=a.get('axis',0); ax%=x.dim(); i=i.to(x.device); i=torch.where(i<0,i+x.shape[ax],i)
        return torch.index_select(x,ax,i.reshape(-1)).reshape(list(x.shape[:ax])+list(i.shape)+list(x.shape[ax+1:]))
    def GatherElements(s,a,x,i):
        x,i=pair(x,i); ax=a.get('axis',0); return torch.gather(x,ax,torch.where(i<0,i+x.shape[ax],i))
    def GatherND(s,a,x,i):
        i=i.to(x.device); return x[tuple(i[...,k] for k in range(i.shape[-1]))]
    def ScatterND(s,a,x,i,u):
        d=s.dev if (x.is_cuda or i.is_cuda or u.is_cuda) else x.device
        x=x.to(d).clone(); i=i.to(d); x[tuple(i[...,k] for k in range(i.shape[-1]))]=u.to(d).reshape(tuple(i.shape[:-1])+tuple(x.shape[i.shape[-1]:])); return x
    def NonZero(s,a,x): return x.nonzero().t().contiguous()
    def Where(s,a,c,x,y):
        d=s.dev if (c.is_cuda or x.is_cuda or y.is_cuda) else c.device; return torch.where(c.to(d),x.to(d),y.to(d))
    def Slice(s,a,x,st,en,ax=None,sp=None):
        st,en=ints(st),ints(en); ax=ints(ax) if ax is not None else list(range(len(st))); sp=ints(sp) if sp is not None else [1]*len(st)
        for b,e,d,k in zip(st,en,ax,sp):
            n=x.shape[d]
            if k==-1:
                x=x.flip(d); b,e=(n-1-(b if b>=0 else b+n) if b<n else 0),(n if e<=-n else n-1-(e if e>=0 else e+n)); k=1
            else:
                b=max(0,b+n) if b<0 else min(b,n); e=max(0,e+n) if e<0 else min(e,n)
            sl=[slice(None)]*x.dim(); sl[d]=slice(b,e,k); x=x[tuple(sl)]
        return x
    def Pad(s,a,x,p,c=None):
        p=ints(p); n=x.dim(); o=[]
        for d in reversed(range(n)): o+=[p[d],p[d+n]]
        mode=a.get('mode',b'constant').decode()
        return F.pad(x,o,mode,float(c.item()) if c is not None else 0.) if mode=='constant' else F.pad(x,[q for q in o[:2*(n-1)]],mode)
    def CumSum(s,a,x,ax): return torch.cumsum(x,int(ax.item()))
    def ReduceMean(s,a,x): return x.mean(a['axes'],keepdim=bool(a.get('keepdims',1)))
    def ReduceSum(s,a,x,ax=None):
        d=ints(ax) if ax is not None else None; return x.sum(d,keepdim=bool(a.get('keepdims',1))) if d else x.sum()
    def ReduceMax(s,a,x): return x.amax(a['axes'],keepdim=bool(a.get('keepdims',1))) if 'axes' in a else (x.max().reshape([1]*x.dim()) if a.get('keepdims',1) else x.max())
    def RandomNormalLike(s,a,x): return torch.randn(x.shape,device=s.dev)*a.get('scale',1.)+a.get('mean',0.)
    def Conv(s,a,x,w,b=None):
        p=a.get('pads',[0,0]); h=len(p)//2
        if p[:h]!=p[h:]: x=F.pad(x,[p[0],p[1]]); p=[0,0]
        return F.conv1d(x,w,b,a.get('strides',[1])[0],p[0],a.get('dilations',[1])[0],a.get('group',1))
    def ConvTranspose(s,a,x,w,b=None):
        return F.conv_transpose1d(x,w,b,a.get('strides',[1])[0],a.get('pads',[0,0])[0],a.get('output_padding',[0])[0],a.get('group',1),a.get('dilations',[1])[0])
def mix_voices(v,own,count,rng):
    """Voices between those of the training, as far from the middle as they are: nobody has heard them."""
    e=v.const['emb_g.weight']; own=torch.tensor(own,device=e.device); middle=e[own].mean(0); more=[]
    for _ in range(count):
        k=3 if rng.random()<.3 else 2; w=torch.tensor([rng.uniform(.6,1.4) for _ in range(k)],device=e.device); w=w/w.sum(); a=e[own[torch.randperm(len(own),device=e.device)[:k]]]-middle
        more.append(middle+(w[:,None]*a).sum(0)/w.pow(2).sum().sqrt())
    if more: v.const['emb_g.weight']=torch.cat([e,torch.stack(more)])
def half(path,out):
    """The same graph with its numbers in half precision, to travel light."""
    m=onnx.load(path)
    for i in m.graph.initializer:
        a=numpy_helper.to_array(i)
        if a.dtype==np.float32 and a.size>256: i.CopyFrom(numpy_helper.from_array(a.astype(np.float16),i.name))
    onnx.save(m,out)
