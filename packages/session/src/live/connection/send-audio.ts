import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { encodeAudioMessage } from '@livetap/contract'
import type { HotwordLink } from './hotword-link'
import type { LiveAudio } from './live-audio'

/** Sends what waits, for as long as the network keeps up; the rest waits on. */
export function sendAudio(audio: LiveAudio, link: HotwordLink, languageCode: string): void {
  while (link.acceptsAudio) {
    const piece = audio.next()
    if (!piece) return
    link.send(
      encodeAudioMessage({
        audio_content: piece.pcm,
        sample_rate_hertz: SAMPLE_RATE_HZ,
        language_code: languageCode,
        csi: piece.csi,
        start_millis: piece.startMs,
      }),
    )
  }
}
