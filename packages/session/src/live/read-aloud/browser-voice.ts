import { languageOf } from '@livetap/contract'
import type { VoiceBox } from './speech-output'

/** `speechSynthesis` with the voice of the language: the exact locale first, then any of the language. */
export function browserVoice(synthesis: SpeechSynthesis | undefined): VoiceBox | undefined {
  if (!synthesis) return undefined
  return {
    speak(text, language, done) {
      const spoken = new SpeechSynthesisUtterance(text)
      const voices = synthesis.getVoices()
      const voice =
        voices.find(({ lang }) => lang.toLowerCase() === language.toLowerCase()) ??
        voices.find(({ lang }) => languageOf(lang) === languageOf(language))
      spoken.lang = voice?.lang ?? language
      if (voice) spoken.voice = voice
      spoken.onend = done
      spoken.onerror = done
      synthesis.speak(spoken)
    },
    cancel: () => synthesis.cancel(),
  }
}
