# The trained network as one ONNX file: sound in, 192 numbers out.
import sys,numpy as np,torch,train_voice as t
net=t.Voice(); s=net.state_dict(); z=np.load(sys.argv[1])
for k in z.files: s[k]=torch.from_numpy(z[k].astype(np.float32) if z[k].dtype==np.float16 else z[k])
net.load_state_dict(s); net.eval()
torch.onnx.export(net,(torch.randn(2,32000)*.1,),sys.argv[2],input_names=['audio'],output_names=['embedding'],dynamic_axes={'audio':{0:'batch',1:'samples'},'embedding':{0:'batch'}},opset_version=16)
