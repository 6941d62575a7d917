import { expect, test } from 'vitest'
import { piecesOf } from './bold-trigger'

const marked = (text: string, trigger?: string) =>
  piecesOf(text, trigger)
    .map(({ text, isTrigger }) => (isTrigger ? `<${text}>` : text))
    .join('')

test('LIV-10 the trigger word stands out wherever it is, as whole words, in any case', () => {
  expect(marked('OK EVA, highlight that. We ship.', 'highlight that')).toBe(
    'OK EVA, <highlight that>. We ship.',
  )
  expect(marked('Decision: we ship. No decisions later.', 'decision')).toBe(
    '<Decision>: we ship. No decisions later.',
  )
  expect(marked('An action-item, an Action item', 'action item')).toBe('An <action-item>, an <Action item>')
})

test('LIV-10 a text without its trigger word, or without any, is left whole', () => {
  expect(marked('We ship on Friday.', 'highlight that')).toBe('We ship on Friday.')
  expect(marked('a (b) c')).toBe('a (b) c')
  expect(marked('a (b) c', '  ')).toBe('a (b) c')
})
