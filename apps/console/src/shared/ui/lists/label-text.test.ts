import { expect, test } from 'vitest'
import { labelText } from './label-text'

test.each([
  ['action_item', 'Action item'],
  ['note', 'Note'],
  ['Decision', 'Decision'],
  ['', ''],
])('%j reads %j', (label, text) => {
  expect(labelText(label)).toBe(text)
})
