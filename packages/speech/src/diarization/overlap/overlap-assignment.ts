import type { SpeakerTurn } from '../diarizer'
import { overlapScores } from './overlap-detection'
import {
  SEGMENTATION_FRAME_MS,
  SEGMENTATION_FRAMES,
  SEGMENTATION_VOICES,
  type SpeakerActivity,
} from './segmentation-model'

/** Two speak where at least so much of a second voice is heard, in the mean of all that heard the place. */
const CERTAINTY = 0.8
/** A voice that is alone for less than this in ten seconds cannot be identified by who speaks there. */
const MIN_ALONE = 15
const SPEAKS = 128

/** The speaker of each frame, −1 for silence. */
function speakersOf(turns: readonly SpeakerTurn[], names: readonly string[], frames: number): Int16Array {
  const speakers = new Int16Array(frames).fill(-1)
  for (const { speaker, startMs, endMs } of turns) {
    const last = Math.min(frames, Math.round(endMs / SEGMENTATION_FRAME_MS))
    speakers.fill(names.indexOf(speaker), Math.round(startMs / SEGMENTATION_FRAME_MS), last)
  }
  return speakers
}

/** Which of the speakers each voice of ten seconds is: the one who speaks where that voice is alone. */
function matched({ from, voices }: SpeakerActivity, speakers: Int16Array, count: number): Float32Array[] {
  return Array.from({ length: SEGMENTATION_VOICES }, (_, voice) => {
    const alone = new Float32Array(count)
    let total = 0
    for (let frame = 0; frame < SEGMENTATION_FRAMES; frame++) {
      const speaker = speakers[from + frame] ?? -1
      if (speaker < 0 || voices[voice * SEGMENTATION_FRAMES + frame]! < SPEAKS) continue
      let others = 0
      for (let other = 0; other < SEGMENTATION_VOICES; other++)
        if (other !== voice) others += voices[other * SEGMENTATION_FRAMES + frame]!
      if (others >= SPEAKS) continue
      alone[speaker]! += 1
      total += 1
    }
    return total < MIN_ALONE ? new Float32Array(count) : alone.map(frames => frames / total)
  })
}

interface Second {
  from: number
  to: number
  /** How much each speaker was heard there. */
  scores: Float32Array
}

/** Where a second voice is heard, and how much each speaker fits it. */
function secondPlaces(activities: readonly SpeakerActivity[], speakers: Int16Array, count: number): Second[] {
  const frames = speakers.length
  const second = overlapScores(activities, frames)
  const fits = new Float32Array(frames * count)
  for (const window of activities) {
    const who = matched(window, speakers, count)
    const last = Math.min(SEGMENTATION_FRAMES, frames - window.from)
    for (let frame = 0; frame < last; frame++) {
      const at = window.from + frame
      for (let voice = 0; voice < SEGMENTATION_VOICES; voice++) {
        const likely = window.voices[voice * SEGMENTATION_FRAMES + frame]! / 255
        for (let speaker = 0; speaker < count; speaker++)
          fits[at * count + speaker]! += likely * who[voice]![speaker]!
      }
    }
  }
  const places: Second[] = []
  for (let at = 0; at < frames; at++) {
    if (speakers[at]! < 0 || second[at]! <= CERTAINTY) continue
    if (places.at(-1)?.to !== at || speakers[at] !== speakers[at - 1])
      places.push({ from: at, to: at, scores: new Float32Array(count) })
    const place = places.at(-1)!
    place.to = at + 1
    for (let speaker = 0; speaker < count; speaker++) place.scores[speaker]! += fits[at * count + speaker]!
  }
  return places
}

/** Of the others, the one whose turn is nearest in time. */
function nearest(turns: readonly SpeakerTurn[], but: string, startMs: number, endMs: number) {
  let best: { speaker: string; apart: number } | undefined
  for (const turn of turns) {
    if (turn.speaker === but) continue
    const apart = Math.max(turn.startMs - endMs, startMs - turn.endMs, 0)
    if (!best || apart < best.apart) best = { speaker: turn.speaker, apart }
  }
  return best?.speaker
}

/**
 * Turns with a second speaker where two are heard at once: the one who in the same ten seconds speaks alone with that
 * voice, or, for a voice that is never alone there, the one who spoke or speaks next.
 */
export function assignOverlaps(
  turns: readonly SpeakerTurn[],
  activities: readonly SpeakerActivity[],
): SpeakerTurn[] {
  const names = [...new Set(turns.map(({ speaker }) => speaker))]
  if (names.length < 2) return [...turns]
  const endMs = turns.reduce((most, turn) => Math.max(most, turn.endMs), 0)
  const speakers = speakersOf(turns, names, Math.ceil(endMs / SEGMENTATION_FRAME_MS))
  const added = secondPlaces(activities, speakers, names.length).flatMap(({ from, to, scores }) => {
    const first = speakers[from]!
    scores[first] = 0
    const best = scores.indexOf(Math.max(...scores))
    const span = { startMs: from * SEGMENTATION_FRAME_MS, endMs: to * SEGMENTATION_FRAME_MS }
    const speaker = scores[best]! > 0 ? names[best] : nearest(turns, names[first]!, span.startMs, span.endMs)
    return speaker === undefined ? [] : [{ speaker, ...span }]
  })
  return [...turns, ...added].sort((a, b) => a.startMs - b.startMs)
}
