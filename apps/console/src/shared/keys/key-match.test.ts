import { expect, test } from 'vitest'
import { carriesModifier, type KeyPress, matchesKeys } from './key-match'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test('a bare key matches without modifiers only', () => {
  expect(matchesKeys('/', press('/'))).toBe(true)
  expect(matchesKeys('/', press('/', { ctrlKey: true }))).toBe(false)
  expect(matchesKeys('?', press('?', { shiftKey: true }))).toBe(true)
  expect(matchesKeys('h', press('H'))).toBe(true)
})

test('mod is Ctrl or command, and named keys mind their shift', () => {
  expect(matchesKeys('mod+Enter', press('Enter', { ctrlKey: true }))).toBe(true)
  expect(matchesKeys('mod+Enter', press('Enter', { metaKey: true }))).toBe(true)
  expect(matchesKeys('mod+Enter', press('Enter'))).toBe(false)
  expect(matchesKeys('ArrowDown', press('ArrowDown', { shiftKey: true }))).toBe(false)
  expect(matchesKeys('shift+ArrowDown', press('ArrowDown', { shiftKey: true }))).toBe(true)
})

test('only a combination with a modifier works while typing', () => {
  expect(carriesModifier('mod+s')).toBe(true)
  expect(carriesModifier('alt+ArrowLeft')).toBe(true)
  expect(carriesModifier('shift+ArrowDown')).toBe(false)
  expect(carriesModifier('?')).toBe(false)
})
