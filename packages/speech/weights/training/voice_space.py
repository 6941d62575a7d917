# Estimates the space of voices: a linear discriminant of speaker vectors of many voices, with the spread of voices in it.
# Reads VECTORS (float32, 320 to a row: x-vector and voice.onnx, each of length 0.707) and VOICES (JSON: the voice of each row), writes OUT (float32: mean, directions, variances).
import json,os,numpy as np
from scipy.linalg import eigh
DIM=50; SIZE=320; SHRINK=.1; OVERLAP=3 # so many windows lie over each other
x=np.fromfile(os.environ['VECTORS'],'<f4').reshape(-1,SIZE).astype(float); who=np.array(json.load(open(os.environ['VOICES'])))
mean=x.mean(0); x=x-mean; voices=np.unique(who); count=np.array([(who==v).sum() for v in voices]); middle=np.array([x[who==v].mean(0) for v in voices])
within=sum((x[who==v]-m).T@(x[who==v]-m) for v,m in zip(voices,middle))/(len(x)-len(voices))
within=(1-SHRINK)*within+SHRINK*np.eye(SIZE)*np.trace(within)/SIZE
between=np.cov(middle.T)-within*np.mean(1/np.maximum(1,count/OVERLAP))
value,vector=eigh(between,within); best=np.argsort(-value)[:DIM]
np.concatenate([mean,vector[:,best].T.reshape(-1),np.maximum(value[best],1e-3)]).astype('<f4').tofile(os.environ['OUT'])
