import { flite } from './flite.mjs'
import { loadKokoro } from './kokoro.mjs'
import { loadPiper } from './piper.mjs'
import { trimmed } from './sound.mjs'

const once = load => {
  let loaded
  return () => (loaded ??= load())
}
const piper = once(loadPiper)
const kokoro = once(loadKokoro)

/**
 * A number is one of Piper's voices, a name with a prefix like "ff_" one of Kokoro's, which reads phonemes, another name
 * one of flite's.
 */
export async function speak({ voice, text, phonemes, pace }) {
  if (typeof voice === 'number') return trimmed(await (await piper())(voice, text, pace))
  if (voice.includes('_')) return trimmed(await (await kokoro())(voice, phonemes, pace))
  return trimmed(flite(voice, text))
}

/** Said in no more than that many samples: at its pace where it fits, else as much faster as needed. */
export async function speakWithin(line, most) {
  let { pace = 1 } = line
  for (let attempt = 0; attempt < 8; attempt++) {
    const samples = await speak({ ...line, pace })
    if (samples.length <= most) return samples
    pace *= (most / samples.length) * 0.98
  }
  throw new Error(`"${line.text}" does not fit into ${most} samples`)
}
