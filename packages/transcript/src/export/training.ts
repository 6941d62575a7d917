import { speakerParts } from '../cues/speaker-turns'
import { speakerLabel, speakersOf } from '../cues/speakers'
import type { Transcript } from '../model'
import { oneLine } from './paragraphs'

function seconds(ms: number): number {
  return Math.round(ms) / 1000
}

/** RTTM separates fields by blanks. */
function field(text: string): string {
  return text.trim().replace(/\s+/g, '_') || '<NA>'
}

/** Who spoke when, a line a speaker's part: the form diarization is trained and scored with. */
export function exportRttm(transcript: Transcript, recording: string): string {
  const lines = transcript.utterances.flatMap((_, utterance) =>
    speakerParts(transcript, utterance).map(part => {
      const start = seconds(part.startMs).toFixed(3)
      const duration = seconds(part.endMs - part.startMs).toFixed(3)
      const name = field(speakerLabel(transcript, part.speaker))
      return `SPEAKER ${field(recording)} 1 ${start} ${duration} <NA> <NA> ${name} <NA> <NA>\n`
    }),
  )
  return lines.join('')
}

/** NeMo's manifest: a JSON object a line, for each utterance that has text and time. */
export function exportNemoManifest(transcript: Transcript, audioFile: string): string {
  const lines = transcript.utterances.flatMap(utterance => {
    const text = oneLine(utterance.text)
    if (text === '' || utterance.endMs <= utterance.startMs) return []
    const label = speakersOf(utterance)
      .map(speaker => speakerLabel(transcript, speaker))
      .join(', ')
    const line = {
      audio_filepath: audioFile,
      offset: seconds(utterance.startMs),
      duration: seconds(utterance.endMs - utterance.startMs),
      text,
      speaker: label || undefined,
      lang: utterance.languageCode || undefined,
    }
    return [`${JSON.stringify(line)}\n`]
  })
  return lines.join('')
}
