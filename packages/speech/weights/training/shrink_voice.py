# Keeps the weights of an ONNX file in half precision; the runtime widens them once when it loads the file.
import sys,numpy as np,onnx
from onnx import helper,numpy_helper,TensorProto
m=onnx.load(sys.argv[1]); g=m.graph; casts=[]
for i in list(g.initializer):
    a=numpy_helper.to_array(i)
    if a.dtype!=np.float32 or a.size<1024 or i.name.startswith('mel.'): continue   # the spectrum keeps its last bits
    name=i.name; i.CopyFrom(numpy_helper.from_array(a.astype(np.float16),name+'_half')); casts.append(helper.make_node('Cast',[name+'_half'],[name],to=TensorProto.FLOAT))
for n in reversed(casts): g.node.insert(0,n)
onnx.checker.check_model(m); onnx.save(m,sys.argv[2])
