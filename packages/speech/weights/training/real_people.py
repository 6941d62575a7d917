# Reads what people.py packed.
import ctypes,glob,json,struct
import numpy as np, torch
def read_real(path):
    """Frames of 20 ms of each person: a JSON header with where their packets are, behind its length, then each packet behind its length."""
    op=None
    for name in sorted(glob.glob('libopus*.so')):
        try: op=ctypes.CDLL('./'+name); break
        except OSError: pass
    op.opus_decoder_create.restype=ctypes.c_void_p; op.opus_decode.argtypes=[ctypes.c_void_p,ctypes.c_void_p,ctypes.c_int,ctypes.c_void_p,ctypes.c_int,ctypes.c_int]
    b=open(path,'rb').read(); n=struct.unpack('<I',b[:4])[0]; people=[]
    for v in json.loads(b[4:4+n]):
        err=ctypes.c_int(); d=ctypes.c_void_p(op.opus_decoder_create(16000,1,ctypes.byref(err))); at=4+n+v['at']; end=at+v['bytes']; out=np.zeros((v['frames'],320),np.int16); k=0
        while at<end: m=struct.unpack_from('<H',b,at)[0]; op.opus_decode(d,b[at+2:at+2+m],m,out[k:].ctypes.data,320,0); at+=2+m; k+=1
        op.opus_decoder_destroy(d); people.append((v['name'],v['kept'],torch.from_numpy(out[1:])))
    return people
