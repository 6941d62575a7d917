import { heardVoices, microphoneOf, type NewUtterance } from '../../transcripts'
import type { CallVoice } from '../stage-outputs'

/** The text of the offline stages, which know channels only, as the call's own: with the csi and the speaker of each voice. */
export function byVoice(list: readonly NewUtterance[], voices: readonly CallVoice[]): NewUtterance[] {
  return list.flatMap(utterance => {
    const voice = voices.find(({ number }) => number === utterance.csis[0])
    if (!voice) return []
    const speakerId = String(voice.number)
    const speakerSegments = [{ speakerId, text: utterance.text }]
    return [
      { ...utterance, csis: [csiAt(voice, utterance.startMs)], speakerIds: [speakerId], speakerSegments },
    ]
  })
}

/** What the person had set at a time. */
export const csiAt = ({ csi, laterCsis = [] }: CallVoice, atMs: number): number =>
  laterCsis.findLast(({ fromMs }) => fromMs <= atMs)?.csi ?? csi

/** The way back: two people of a call may have the same csi, never the same channel. */
export const byChannel = (list: readonly NewUtterance[]): NewUtterance[] =>
  list.map(utterance => ({ ...utterance, csis: [microphoneOf(heardVoices(utterance)[0] ?? '')] }))
