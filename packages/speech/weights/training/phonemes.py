# Text to the phoneme ids of a Piper voice (espeak-ng IPA -> ids); needs the voice's tokens.txt.
import subprocess
tok={}
for l in open('tokens.txt',encoding='utf8').read().split('\n'):
    if not l: continue
    i=l.rindex(' '); tok[l[:i] or ' ']=int(l[i+1:])
def ids_of(parts):
    """Ids of the parts one behind another, and the place behind each part."""
    out=[tok['^'],tok['_']]; ends=[]
    for p in parts:
        for c in p:
            if c in tok: out+=[tok[c],tok['_']]
        ends.append(len(out))
    return out+[tok['$']],ends
def ipa(t,v='en-us'): return subprocess.run(['espeak-ng','-q','--ipa','-v',v,t],capture_output=True).stdout.decode().strip().replace('\n',', ').replace('\u200d','')
