import type { ReplayData } from '@livetap/session'
import type { Speaker } from '@livetap/transcript'
import type { CSSProperties } from 'react'

/** Sets --speaker, which bars, labels and dots are drawn in. */
export function speakerStyle(colours: ReplayData['colours'], speaker: Speaker | undefined): CSSProperties {
  const colour = speaker ? `var(--speaker-${colours.get(speaker.key) ?? 0})` : 'transparent'
  return { '--speaker': colour } as CSSProperties
}
