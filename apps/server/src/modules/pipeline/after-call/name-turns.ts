import type { TimeRange } from '@livetap/transcript'
import { callSpeakerId, microphoneOf, type NewUtterance, voiceAtMicrophone } from '../../transcripts'
import type { Turn } from '../stage-outputs'

interface Share {
  found: string
  speakerId: string
  ms: number
}

/**
 * The voices found at a microphone under the ids that they had during the call: each has the id under which most of it
 * was said, so that names that were given stay with their voices. A speaker who was not diarized then gets the next number.
 */
export function nameTurns(turns: readonly Turn[], text: readonly NewUtterance[], microphone: number): Turn[] {
  const said = text.flatMap(({ speakerIds: [speakerId], startMs, endMs }) =>
    speakerId !== undefined && microphoneOf(speakerId) === microphone ? [{ speakerId, startMs, endMs }] : [],
  )
  const [only, ...others] = new Set(turns.map(([found]) => found))
  // A person alone was taken for several: it is the microphone's owner after all.
  const isAlone = only !== undefined && others.length === 0
  const ids = new Map(isAlone ? [[only, callSpeakerId(microphone)]] : [])
  const taken = new Set<string>()
  for (const { found, speakerId } of sharesOf(turns, said)) {
    if (ids.has(found) || taken.has(speakerId)) continue
    ids.set(found, speakerId)
    taken.add(speakerId)
  }
  let last = Math.max(1, ...said.map(({ speakerId }) => voiceAtMicrophone(speakerId)))
  return turns.map(([found, startMs, endMs]) => {
    const id = ids.get(found) ?? callSpeakerId(microphone, ++last)
    ids.set(found, id)
    return [id, startMs, endMs]
  })
}

/** How much of each voice was whose, most first. */
function sharesOf(turns: readonly Turn[], said: readonly (TimeRange & { speakerId: string })[]): Share[] {
  const shares = new Map<string, Share>()
  for (const [found, startMs, endMs] of turns)
    for (const line of said) {
      const ms = Math.min(endMs, line.endMs) - Math.max(startMs, line.startMs)
      if (ms <= 0) continue
      const key = `${found} ${line.speakerId}`
      const share = shares.get(key) ?? { found, speakerId: line.speakerId, ms: 0 }
      shares.set(key, { ...share, ms: share.ms + ms })
    }
  return [...shares.values()].sort((a, b) => b.ms - a.ms)
}
