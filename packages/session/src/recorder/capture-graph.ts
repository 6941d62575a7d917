import { Resampler, SAMPLE_RATE_HZ } from '@livetap/audio'
import { AUDIO_INIT_TIMEOUT_MS } from '@livetap/contract'
import { Scope } from '../scope'
import { isFirefox, type MediaEnvironment } from './media-environment'
import { PcmBlocks } from './pcm-blocks'
import { RecorderError } from './recorder-error'
import { VolumeMeter } from './volume-meter'

export interface CaptureGraphOptions {
  media: MediaEnvironment
  workletUrl: string
  stream: MediaStream
  onBlock: (block: Int16Array) => void
}

/** Microphone → worklet and meter in one audio context; gone with its scope. */
export interface CaptureGraph {
  context: AudioContext
  meter: VolumeMeter
  /** False when the context runs at the device's own rate and the samples are resampled here. */
  atTargetRate: boolean
}

export async function buildCaptureGraph(options: CaptureGraphOptions, scope: Scope): Promise<CaptureGraph> {
  const { media, stream } = options
  if (!isFirefox(media.userAgent)) {
    const attempt = scope.child()
    try {
      const context = ownContext(media.createContext({ sampleRate: SAMPLE_RATE_HZ }), attempt)
      // Throws where a context only takes a microphone at the microphone's own rate.
      const source = context.createMediaStreamSource(stream)
      return await connect(options, context, source, attempt)
    } catch (error) {
      attempt.dispose()
      if (!(error instanceof Error) || error.name !== 'NotSupportedError') throw error
    }
  }
  const context = ownContext(media.createContext(), scope)
  return await connect(options, context, context.createMediaStreamSource(stream), scope)
}

function ownContext(context: AudioContext, scope: Scope): AudioContext {
  scope.add(() => {
    // A context that is closed already rejects; there is nothing left to release then.
    if (context.state !== 'closed') context.close().catch(() => {})
  })
  return context
}

async function connect(
  { media, workletUrl, onBlock }: CaptureGraphOptions,
  context: AudioContext,
  source: MediaStreamAudioSourceNode,
  scope: Scope,
): Promise<CaptureGraph> {
  await within(context.audioWorklet.addModule(workletUrl), AUDIO_INIT_TIMEOUT_MS, scope)
  const worklet = media.createWorkletNode(context, 'livetap-capture')
  const meter = new VolumeMeter(context)
  const blocks = new PcmBlocks(onBlock)
  const resampler = context.sampleRate === SAMPLE_RATE_HZ ? undefined : new Resampler(context.sampleRate)
  worklet.port.onmessage = ({ data }: MessageEvent<Float32Array>) =>
    blocks.push(resampler ? resampler.push(data) : data)
  source.connect(worklet)
  source.connect(meter.analyser)
  scope.add(() => {
    worklet.port.onmessage = null
    worklet.port.close()
    source.disconnect()
    worklet.disconnect()
  })
  return { context, meter, atTargetRate: resampler === undefined }
}

async function within<T>(work: Promise<T>, limitMs: number, scope: Scope): Promise<T> {
  const timer = new Scope()
  const expiry = new Promise<never>((_, reject) => {
    timer.timeout(
      () => reject(new RecorderError('timeout', 'The audio worklet did not load in time')),
      limitMs,
    )
    scope.add(() => timer.dispose())
  })
  return await Promise.race([work, expiry]).finally(() => timer.dispose())
}
