import { clockText, subripClockText } from '../cues/clock'
import type { Transcript } from '../model'
import { captionsOf } from './captions'

/** SubRip knows no escapes: only what would read as a new cue is taken out. */
function subripText(text: string): string {
  return text.replace(/-->/g, '->')
}

export function exportSrt(transcript: Transcript): string {
  return captionsOf(transcript)
    .map(({ startMs, endMs, label, text }, i) => {
      const line = subripText(label ? `${label}: ${text}` : text)
      return `${i + 1}\n${subripClockText(startMs)} --> ${subripClockText(endMs)}\n${line}\n`
    })
    .join('\n')
}

function vttText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** WebVTT with voice spans; text is escaped, so that markup in it stays text. */
export function exportVtt(transcript: Transcript): string {
  const cues = captionsOf(transcript).map(({ startMs, endMs, label, text }) => {
    const voice = label && `<v ${vttText(label)}>`
    return `\n${clockText(startMs)} --> ${clockText(endMs)}\n${voice}${vttText(text)}\n`
  })
  return `WEBVTT\n${cues.join('')}`
}
