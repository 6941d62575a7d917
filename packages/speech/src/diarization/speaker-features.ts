import { toFloat } from '../audio/pcm'
import { type Sound, samplesIn, soundBlocks } from '../audio/sound'
import { freshVadState, type Silero, vadWindow } from '../voice/silero'
import { voicedSpans } from '../voice/voiced-spans'
import { CepstraStream } from './cepstra-stream'
import { cepstra } from './mfcc'
import { NormalizedCepstra } from './normalized-cepstra'

export interface SpeakerFeatures {
  /** As they are. */
  cepstra: Float32Array
  normalized: NormalizedCepstra
  /** 1 for each frame with speech in it. */
  voiced: Uint8Array
  /** Of speech, one for each 32 ms. */
  probabilities: Float32Array
}

const pooling = { open: 0.5, close: 0.35, silenceMs: 100, padMs: 0 }
/** About twenty seconds, and whole windows but for the last. */
const blockSamples = vadWindow * 640

/** Speech probabilities of a whole recording; `heard` is told each block of it. */
export async function speechProbabilities(
  silero: Silero,
  sound: Sound,
  heard?: (block: Float32Array) => void,
): Promise<Float32Array> {
  const probabilities = new Float32Array(Math.floor(samplesIn(sound) / vadWindow))
  let state = freshVadState()
  let at = 0
  for await (const pcm of soundBlocks(sound, blockSamples)) {
    const block = toFloat(pcm)
    heard?.(block)
    const found = await silero.run(block, state)
    state = found.state
    probabilities.set(found.probabilities, at)
    at += found.probabilities.length
  }
  return probabilities
}

/** Features and voiced frames of 16 kHz sound. */
export async function speakerFeatures(silero: Silero, sound: Sound): Promise<SpeakerFeatures> {
  const stream = new CepstraStream(samplesIn(sound))
  const probabilities = await speechProbabilities(silero, sound, block => stream.push(block))
  const data = stream.finish()
  const frames = data.length / cepstra
  const voiced = new Uint8Array(frames)
  for (const { startMs, endMs } of voicedSpans(probabilities, pooling)) {
    voiced.fill(1, Math.floor(startMs / 10), Math.min(frames, Math.floor(endMs / 10)))
  }
  return { cepstra: data, voiced, probabilities, normalized: new NormalizedCepstra(data, voiced) }
}
