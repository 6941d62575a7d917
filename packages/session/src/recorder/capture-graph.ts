import { Resampler, SAMPLE_RATE_HZ, toPcm16 } from '@livetap/audio'
import {
  AUDIO_INIT_TIMEOUT_MS,
  METER_FFT_SIZE,
  METER_SMOOTHING,
  RECORDER_BLOCK_SAMPLES,
} from '@livetap/contract'
import type { Scope } from '../scope'
import { isFirefox, type MediaEnvironment } from './media-environment'
import { RecorderError } from './recorder-error'

export interface CaptureOptions {
  media: MediaEnvironment
  workletUrl: string
}

/** Microphone → worklet and meter in one audio context; gone with its scope. */
export interface CaptureGraph {
  context: AudioContext
  meter: VolumeMeter
  /** False when the context runs at the device's own rate and the samples are resampled here. */
  atTargetRate: boolean
}

/**
 * An audio context that has loaded its worklet and waits for a microphone. It is made before the microphone is opened:
 * from then on a person speaks, and what is said while a worklet loads would be lost.
 */
export class PreparedCapture {
  private constructor(
    private readonly options: CaptureOptions,
    private readonly context: AudioContext,
    private readonly attempt: Scope,
    private readonly scope: Scope,
  ) {}

  static async load(options: CaptureOptions, scope: Scope): Promise<PreparedCapture> {
    const { media } = options
    const attempt = scope.child()
    const context = media.createContext(
      isFirefox(media.userAgent) ? undefined : { sampleRate: SAMPLE_RATE_HZ },
    )
    await loadWorklet(options, context, attempt)
    return new PreparedCapture(options, context, attempt, scope)
  }

  async connect(stream: MediaStream, onBlock: (block: Int16Array) => void): Promise<CaptureGraph> {
    const { media } = this.options
    try {
      return connect(media, this.context, stream, onBlock, this.attempt)
    } catch (error) {
      // Where a context only takes a microphone at the microphone's own rate.
      if (!(error instanceof Error) || error.name !== 'NotSupportedError') throw error
      this.attempt.dispose()
    }
    const context = media.createContext()
    await loadWorklet(this.options, context, this.scope)
    return connect(media, context, stream, onBlock, this.scope)
  }
}

async function loadWorklet(
  { workletUrl }: CaptureOptions,
  context: AudioContext,
  scope: Scope,
): Promise<void> {
  ownContext(context, scope)
  const late = () => new RecorderError('timeout', 'The audio worklet did not load in time')
  await scope.within(context.audioWorklet.addModule(workletUrl), AUDIO_INIT_TIMEOUT_MS, late)
}

function ownContext(context: AudioContext, scope: Scope): void {
  scope.add(() => {
    // A context that is closed already rejects; there is nothing left to release then.
    if (context.state !== 'closed') context.close().catch(() => {})
  })
}

function connect(
  media: MediaEnvironment,
  context: AudioContext,
  stream: MediaStream,
  onBlock: (block: Int16Array) => void,
  scope: Scope,
): CaptureGraph {
  const source = context.createMediaStreamSource(stream)
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

/** Gathers samples of any block size into 16-bit blocks of the documents' size. */
export class PcmBlocks {
  #block = new Int16Array(RECORDER_BLOCK_SAMPLES)
  #filled = 0

  constructor(readonly emit: (block: Int16Array) => void) {}

  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += 1) {
      this.#block[this.#filled] = toPcm16(samples[at]!)
      this.#filled += 1
      if (this.#filled < this.#block.length) continue
      const full = this.#block
      this.#block = new Int16Array(RECORDER_BLOCK_SAMPLES)
      this.#filled = 0
      this.emit(full)
    }
  }
}

/** The level of a source from its smoothed spectrum: 0 is silence, 1 as loud as it gets. */
class VolumeMeter {
  readonly analyser: AnalyserNode
  readonly #spectrum: Uint8Array<ArrayBuffer>

  constructor(context: BaseAudioContext) {
    this.analyser = context.createAnalyser()
    this.analyser.fftSize = METER_FFT_SIZE
    this.analyser.smoothingTimeConstant = METER_SMOOTHING
    this.#spectrum = new Uint8Array(this.analyser.frequencyBinCount)
  }

  level(): number {
    this.analyser.getByteFrequencyData(this.#spectrum)
    let sum = 0
    for (const bin of this.#spectrum) sum += bin
    return sum / (this.#spectrum.length * 255)
  }
}
