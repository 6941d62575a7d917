import { expect, test } from 'vitest'
import { decodeTokens, encodeText, wordsOfTokens } from './tokens'

test('a comma that the model writes twice is read once, and the words keep their tokens', () => {
  const tokens = encodeText('Ok, David,, highlight that...')
  expect(decodeTokens(tokens)).toBe('Ok, David, highlight that...')
  const words = wordsOfTokens(tokens)
  expect(words.map(({ word }) => word)).toEqual(['Ok,', 'David,', 'highlight', 'that...'])
  expect(words.at(-1)!.to).toBe(tokens.length)
})
