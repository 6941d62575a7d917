import { pcmToFloat } from '@livetap/audio'
import { type Sound, samplesIn, soundBlocks } from '../audio/sound'
import { freshVadState, type Silero, VAD_WINDOW } from './silero'

/** About twenty seconds, and whole windows but for the last. */
const BLOCK_SAMPLES = VAD_WINDOW * 640

/** Speech probabilities of a whole recording; `heard` is called with each block. */
export async function speechProbabilities(
  silero: Silero,
  sound: Sound,
  heard?: (block: Float32Array) => void | Promise<void>,
): Promise<Float32Array> {
  const probabilities = new Float32Array(Math.floor(samplesIn(sound) / VAD_WINDOW))
  let state = freshVadState()
  let at = 0
  for await (const pcm of soundBlocks(sound, BLOCK_SAMPLES)) {
    const block = pcmToFloat(pcm)
    await heard?.(block)
    const found = await silero.run(block, state)
    state = found.state
    probabilities.set(found.probabilities, at)
    at += found.probabilities.length
  }
  return probabilities
}
