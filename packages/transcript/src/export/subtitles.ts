import { clockText, subripClockText } from '../cues/clock'
import type { Transcript } from '../model'
import { captionsOf, linesOf } from './captions'

export interface SubtitleOptions {
  /** On unless switched off. */
  speakers?: boolean
}

/** SubRip knows no escapes: only what would read as a new cue is taken out. */
function subripText(text: string): string {
  return text.replace(/-->/g, '->')
}

/** At most two lines of 42 characters a cue, the speaker's name included. */
export function exportSrt(transcript: Transcript, { speakers = true }: SubtitleOptions = {}): string {
  const prefix = (label: string) => (speakers && label ? `${label}: ` : '')
  return captionsOf(transcript, prefix)
    .map(({ startMs, endMs, label, text }, i) => {
      const lines = linesOf(subripText(prefix(label) + text)).join('\n')
      return `${i + 1}\n${subripClockText(startMs)} --> ${subripClockText(endMs)}\n${lines}\n`
    })
    .join('\n')
}

function vttText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** WebVTT with voice spans; text is escaped, so that markup in it stays text. */
export function exportVtt(transcript: Transcript, { speakers = true }: SubtitleOptions = {}): string {
  const cues = captionsOf(transcript).map(({ startMs, endMs, label, text }) => {
    const voice = speakers && label ? `<v ${vttText(label)}>` : ''
    const lines = linesOf(text).map(vttText).join('\n')
    return `\n${clockText(startMs)} --> ${clockText(endMs)}\n${voice}${lines}\n`
  })
  return `WEBVTT\n${cues.join('')}`
}
