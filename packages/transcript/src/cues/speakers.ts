import type { Transcript, Utterance } from '../model'

/** Who speaks: a diarized speaker, the audio sources of a stream without diarization, or unknown. */
export type SpeakerKind = 'speaker' | 'csi' | 'unknown'

export interface Speaker {
  readonly kind: SpeakerKind
  readonly id: string
  /** Unique over all kinds. */
  readonly key: string
}

const UNKNOWN: Speaker = { kind: 'unknown', id: '', key: 'unknown' }

export function diarizedSpeaker(id: string): Speaker {
  return { kind: 'speaker', id, key: `speaker:${id}` }
}

/** The speaker of an utterance without speaker segments. */
export function sourceSpeaker(csis: readonly number[]): Speaker {
  if (csis.length === 0) return UNKNOWN
  const id = csis.join('+')
  return { kind: 'csi', id, key: `csi:${id}` }
}

export function speakersOf(utterance: Utterance): Speaker[] {
  if (utterance.speakerSegments.length === 0) return [sourceSpeaker(utterance.csis)]
  const ids = new Set(utterance.speakerSegments.map(segment => segment.speakerId))
  return Array.from(ids, diarizedSpeaker)
}

/** Every speaker once, in the order of first appearance: a transcript loaded in parts only ever adds to it. */
export function listSpeakers(transcript: Transcript): Speaker[] {
  const found = new Map<string, Speaker>()
  for (const utterance of transcript.utterances) {
    for (const speaker of speakersOf(utterance)) if (!found.has(speaker.key)) found.set(speaker.key, speaker)
  }
  return [...found.values()]
}

/** How a speaker without a name is called; nothing when the speaker is unknown. */
function unnamedLabel(speaker: Speaker): string {
  return speaker.kind === 'unknown' ? '' : `${speaker.kind === 'csi' ? 'CSI' : 'Speaker'} ${speaker.id}`
}

/** How a speaker is called: the given name, or the id. */
export function speakerLabel(transcript: Transcript, speaker: Speaker): string {
  const named = speaker.kind === 'speaker' ? transcript.speakerNames.get(speaker.id)?.name : undefined
  return named ?? unnamedLabel(speaker)
}
