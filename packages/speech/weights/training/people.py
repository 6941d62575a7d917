# Packs recordings of people for train_voice.py (REAL): speech without its pauses, as Opus packets of 20 ms, so that hours of it are small.
# Reads PEOPLE (JSON: [{"name", "files", "kept", "seconds"}], kept ones are measured and not trained on), writes OUT. Needs ffmpeg and libopus.
import ctypes,json,os,struct,subprocess
import numpy as np
RATE=22000; FRAME=320
opus=ctypes.CDLL('libopus.so.0'); opus.opus_encoder_create.restype=ctypes.c_void_p
opus.opus_encode.argtypes=[ctypes.c_void_p,ctypes.c_void_p,ctypes.c_int,ctypes.c_void_p,ctypes.c_int]
def sound(path): return np.frombuffer(subprocess.run(['ffmpeg','-v','error','-i',path,'-f','s16le','-ar','16000','-ac','1','-'],capture_output=True,check=True).stdout,np.int16)
def speech(pcm):
    """Frames that are at most 30 dB below the loud ones, and what lies between two of them within 0.24 s; all at one loudness."""
    y=pcm[:len(pcm)//FRAME*FRAME].reshape(-1,FRAME).astype(np.float32)/32768
    if not len(y): return np.zeros(0,np.int16)
    level=10*np.log10((y**2).mean(1)+1e-9); on=np.convolve(level>np.quantile(level,.97)-30,np.ones(13),'same')>0; y=y[on]
    return (np.clip(y/max(np.sqrt((y**2).mean()),1e-4)*.07,-1,1)*32767).astype(np.int16).reshape(-1)
def packets(pcm):
    """Each behind its length."""
    error=ctypes.c_int(); encoder=ctypes.c_void_p(opus.opus_encoder_create(16000,1,2049,ctypes.byref(error))); opus.opus_encoder_ctl(encoder,4002,ctypes.c_int(RATE)); out=bytearray(); room=ctypes.create_string_buffer(1500)
    for at in range(0,len(pcm)-FRAME+1,FRAME): f=np.ascontiguousarray(pcm[at:at+FRAME]); n=opus.opus_encode(encoder,f.ctypes.data,FRAME,room,1500); out+=struct.pack('<H',n)+room.raw[:n]
    opus.opus_encoder_destroy(encoder); return bytes(out)
head,body=[],bytearray()
for person in json.load(open(os.environ['PEOPLE'])):
    said,most=[],person['seconds']*16000
    for path in person['files']:
        said.append(speech(sound(path)))
        if sum(map(len,said))>=most: break
    pcm=np.concatenate(said)[:most]; data=packets(pcm); head.append({'name':person['name'],'kept':person['kept'],'at':len(body),'bytes':len(data),'frames':len(pcm)//FRAME}); body+=data
text=json.dumps(head).encode(); open(os.environ['OUT'],'wb').write(struct.pack('<I',len(text))+text+bytes(body))
print(len(head),'people,',sum(v['frames'] for v in head)/50/3600,'h')
