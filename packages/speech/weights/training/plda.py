# Estimates the space of voices: a linear discriminant of speaker vectors of many voices, with the spread of voices in it.
# Reads SETS (JSON: [{"vectors", "voices"}]: a file of float32, 320 to a row, x-vector and voice.onnx, each of length 0.707; and a JSON file, the voice of each row), writes OUT (float32: mean, directions, variances).
# Every set counts the same, however many its windows are.
import json,os,numpy as np
from scipy.linalg import eigh
DIM=50; SIZE=320; SHRINK=.1; OVERLAP=3 # so many windows lie over each other
sets=[(np.fromfile(s['vectors'],'<f4').reshape(-1,SIZE).astype(float),np.array(json.load(open(s['voices'])))) for s in json.load(open(os.environ['SETS']))]
mean=np.mean([x.mean(0) for x,_ in sets],0); within=between=0
for x,who in sets:
    x=x-mean; voices=np.unique(who); count=np.array([(who==v).sum() for v in voices]); middle=np.array([x[who==v].mean(0) for v in voices])
    own=sum((x[who==v]-m).T@(x[who==v]-m) for v,m in zip(voices,middle))/(len(x)-len(voices))
    within=within+own/len(sets); between=between+(np.cov(middle.T)-own*np.mean(1/np.maximum(1,count/OVERLAP)))/len(sets)
within=(1-SHRINK)*within+SHRINK*np.eye(SIZE)*np.trace(within)/SIZE
value,vector=eigh(between,within); best=np.argsort(-value)[:DIM]
np.concatenate([mean,vector[:,best].T.reshape(-1),np.maximum(value[best],1e-3)]).astype('<f4').tofile(os.environ['OUT'])
