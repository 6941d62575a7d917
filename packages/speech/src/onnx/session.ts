import { InferenceSession, Tensor } from 'onnxruntime-node'

export { InferenceSession, Tensor }

export interface SessionShape {
  threads: number
  /**
   * For a session run many times on little data: twice as fast. One that takes long sound is better
   * without, as an arena keeps the largest amount it ever needed.
   */
  arena: boolean
  /** Tables that are kept as bytes become floats once, when the session is loaded, and not in each run. */
  foldsTables?: boolean
}

export async function loadSession(
  model: string | Uint8Array,
  shape: SessionShape,
): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: shape.threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    enableMemPattern: false,
    enableCpuMemArena: shape.arena,
    // Idle threads that spin take the core from the next stream.
    extra: {
      session: { intra_op: { allow_spinning: '0' }, disable_quant_qdq: shape.foldsTables ? '1' : '0' },
    },
  }
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options)
}
