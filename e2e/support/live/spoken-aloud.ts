import { decodeAudioMessage } from '@livetap/contract'
import type { Page } from '@playwright/test'

export interface Utterance {
  text: string
  lang: string
  voice: string | undefined
}

/** A browser without a screen has no voices: these take the words, and speak until they are stopped. */
export async function watchVoice(page: Page): Promise<{
  spoken: () => Promise<Utterance[]>
  finish: () => Promise<void>
}> {
  await page.addInitScript(() => {
    const spoken: Utterance[] = []
    let done = () => {}
    Object.assign(window, { spoken, finishSpeaking: () => done() })
    window.SpeechSynthesisUtterance = class {
      lang = ''
      voice: { name: string } | undefined
      onend = () => {}
      onerror = () => {}
      constructor(readonly text: string) {}
    } as never
    const voices = [
      { name: 'Lucía', lang: 'es-ES' },
      { name: 'Joe', lang: 'en-US' },
    ]
    const speechSynthesis = {
      getVoices: () => voices,
      speak: (said: { text: string; lang: string; voice?: { name: string }; onend: () => void }) => {
        spoken.push({ text: said.text, lang: said.lang, voice: said.voice?.name })
        done = () => {
          done = () => {}
          said.onend()
        }
      },
      cancel: () => done(),
    }
    Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis })
  })
  return {
    spoken: () => page.evaluate(() => (window as unknown as { spoken: Utterance[] }).spoken),
    finish: () => page.evaluate(() => (window as unknown as { finishSpeaking: () => void }).finishSpeaking()),
  }
}

/** The loudest sample of every audio message the page sends from now on. */
export function watchLoudness(page: Page): number[] {
  const loudest: number[] = []
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string') return
      const { audio_content } = decodeAudioMessage(new Uint8Array(payload))
      const pcm = new DataView(audio_content.buffer, audio_content.byteOffset, audio_content.byteLength)
      let most = 0
      for (let at = 0; at + 1 < pcm.byteLength; at += 2)
        most = Math.max(most, Math.abs(pcm.getInt16(at, true)))
      loudest.push(most)
    }),
  )
  return loudest
}
