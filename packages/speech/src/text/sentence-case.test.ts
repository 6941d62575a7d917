import { expect, test } from 'vitest'
import { sentenceCase } from './sentence-case'

const cased = (text: string) => sentenceCase(text.split(' ')).join(' ')

test.each([
  ['That is great news. how did the tests go?', 'That is great news. How did the tests go?'],
  ['Perfect! thank you. it is "good." and so', 'Perfect! Thank you. It is "good." And so'],
  ['Really? (we saw it.) élan helps', 'Really? (We saw it.) Élan helps'],
])('a sentence begins with a capital: %s', (heard, written) => {
  expect(cased(heard)).toBe(written)
})

test.each([
  'and so it goes on, without a stop',
  'Mr. dashwood and Dr. j. smith agreed',
  'fruit, e.g. apples, etc. and no more',
  'He paused... then went on… and on',
  'They sell it. iPhone cases too',
  'It rose by 4.5 percent. 20th of May',
])('and nothing else does: %s', text => {
  expect(cased(text)).toBe(text)
})
