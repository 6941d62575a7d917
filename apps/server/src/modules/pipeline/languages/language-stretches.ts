import type { VoiceTrack } from '../stage-outputs'
import type { LanguagePart, LanguageStretch } from '../text/recognized-segments'
import { spansBetween } from './speech-windows'

const ofChannel = (stretches: readonly LanguageStretch[], channel: number | null) =>
  stretches.filter(stretch => stretch.channel === channel)

/** The language of a piece, which reaches over no change; only its margins may. */
export function languageAt(
  { languageCode, stretches = [] }: LanguagePart,
  { channel, startMs, endMs }: { channel: number | null; startMs: number; endMs: number },
): string {
  const middleMs = (startMs + endMs) / 2
  const stretch = ofChannel(stretches, channel).findLast(one => one.startMs <= middleMs)
  return stretch?.languageCode ?? languageCode
}

/** The language of most of the speech. */
export function mainLanguage(
  tracks: readonly VoiceTrack[],
  stretches: readonly LanguageStretch[],
): string | undefined {
  const voicedMs = new Map<string, number>()
  for (const { channel, spans } of tracks) {
    const own = ofChannel(stretches, channel)
    for (const [at, { startMs, languageCode }] of own.entries()) {
      const spoken = spansBetween(spans, startMs, own[at + 1]?.startMs ?? Number.POSITIVE_INFINITY)
      const ms = spoken.reduce((sum, [from, to]) => sum + to - from, 0)
      voicedMs.set(languageCode, (voicedMs.get(languageCode) ?? 0) + ms)
    }
  }
  return [...voicedMs].sort((a, b) => b[1] - a[1])[0]?.[0]
}
