import { expect, test } from 'vitest'
import { readText, recognitionOptions } from './stream-config'

const hintsOf = (speech_contexts: object) => {
  const frame = Buffer.from(JSON.stringify({ streaming_config: { language_code: 'en-US', speech_contexts } }))
  const message = readText(frame)
  return message.kind === 'config'
    ? recognitionOptions(message.config, { userId: 'user-1', inMeeting: false }).hints
    : undefined
}

test('ASR-02 speech_contexts are one object or a list of them, which count together', () => {
  expect(hintsOf({ phrases: ['Eva'], weight: 0.3 })).toEqual({
    phrases: ['Eva'],
    entities: [],
    weight: 0.3,
    limitVocabToPhrases: false,
  })
  const names = { type: 'people', entries: ['Ada'] }
  const list = [
    { phrases: ['Eva'], weight: 0.3 },
    { phrases: ['Livetap'], weight: 0.8, entities: [names], limit_vocab_to_phrases: true },
  ]
  expect(hintsOf(list)).toEqual({
    phrases: ['Eva', 'Livetap'],
    entities: [names],
    weight: 0.8,
    limitVocabToPhrases: true,
  })
  expect(hintsOf([])).toEqual({ phrases: [], entities: [], weight: 0, limitVocabToPhrases: false })
})
