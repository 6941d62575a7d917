import type { Replay } from '@livetap/session'
import type { Utterance } from '@livetap/transcript'

/** Where in an utterance's text the word stands that plays, or the last one that did; undefined when it plays elsewhere. */
export function playingCharacter(replay: Replay, utterance: Utterance): number | undefined {
  const { transcript } = replay.getSnapshot()
  const now = replay.player.positionMs
  if (!transcript || now < utterance.startMs || now > utterance.endMs) return undefined
  const { startMs, textFrom } = transcript.words
  let character: number | undefined
  for (let word = utterance.firstWord; word < utterance.firstWord + utterance.wordCount; word++)
    if (startMs[word]! <= now) character = textFrom[word]
  return character
}
