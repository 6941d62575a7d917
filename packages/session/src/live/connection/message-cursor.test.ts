import type { HotwordMessage } from '@livetap/contract'
import { expect, test } from 'vitest'
import { MessageCursor } from './message-cursor'

const message = (type: string, seq?: number) => ({ type, meeting: 'm', ts: 0, seq }) as HotwordMessage

test('LIV-21 a numbered message is taken once; one to this client alone is always taken', () => {
  const cursor = new MessageCursor()
  expect(cursor.accepts(message('goodbye', 0))).toBe(true)
  expect(cursor.accepts(message('goodbye', 2))).toBe(true)
  expect(cursor.accepts(message('goodbye', 2))).toBe(false)
  expect(cursor.accepts(message('goodbye', 1))).toBe(false)
  expect(cursor.accepts(message('pong', 2))).toBe(true)
  expect(cursor.accepts(message('error'))).toBe(true)
  expect(cursor.last).toBe(2)
})

test('LIV-21 an address asks for what follows the last number, beside what it asks already', () => {
  const cursor = new MessageCursor()
  expect(cursor.continueAt('ws://node/hotword?ticket=t')).toBe('ws://node/hotword?ticket=t')
  cursor.startAfter(41)
  expect(cursor.continueAt('ws://node/hotword?ticket=t')).toBe('ws://node/hotword?ticket=t&after=41')
  expect(cursor.continueAt('ws://node/hotword')).toBe('ws://node/hotword?after=41')
})

test('LIV-21 a service that begins its numbers anew is followed, one that is ahead is not skipped to', () => {
  const cursor = new MessageCursor()
  cursor.startAfter(41)
  cursor.welcomed(message('call_started', 60))
  expect(cursor.last).toBe(41)
  cursor.welcomed(message('call_started', 3))
  expect(cursor.accepts(message('goodbye', 4))).toBe(true)
})
