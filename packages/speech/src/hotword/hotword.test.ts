import { describe, expect, test } from 'vitest'
import { type EvaIntent, readIntent } from './eva-intent'
import { findCall } from './find-call'
import { findWake } from './wake-phrase'

const isCalled = (text: string, callLikelihood?: number) => findCall(text, callLikelihood) !== undefined

describe('the wake phrase', () => {
  test.each([
    'OK EVA, highlight that.',
    'Okay, Eva. Highlight that.',
    'O.K. Eva highlight that',
    'Hey Eva! Note that.',
    'Hei Ava, note that',
    'Heva, highlight that.',
    'Okayva highlight that',
    'We agree. Hey, Iva, action item',
  ])('is clear in "%s"', text => {
    expect(findWake(text)).toMatchObject({ clear: true })
  })

  test.each([
    'Okay, ever since we moved the office is full.',
    'Hey, even he agreed.',
    'He gave a speech about Java.',
  ])('is at most doubtful in "%s"', text => {
    expect(findWake(text)?.clear ?? false).toBe(false)
  })

  test.each([
    'Okay, even so we start.',
    'Okay, even better, follow up on Monday.',
    'Okay, if a customer calls, take a note.',
    'Hey, Evan, note that the door is open.',
    'Okay, either way, that is a decision.',
    'Is Eva coming to lunch? Take a note.',
  ])('is not in "%s"', text => {
    expect(isCalled(text)).toBe(false)
  })

  test('may be doubtful where a command comes at once', () => {
    expect(isCalled('Okay, ever, highlight that.')).toBe(true)
    expect(isCalled('Hey, either, please note that.')).toBe(true)
  })

  test('is a call only if the sound bears it out', () => {
    expect(isCalled('Okay, Eva, and so we start.', 0.01)).toBe(false)
    expect(isCalled('Okay, Eva, highlight that.', 0.1)).toBe(true)
    expect(isCalled('Okay, ever, highlight that.', 0.1)).toBe(false)
    expect(isCalled('Okay, ever, highlight that.', 0.6)).toBe(true)
  })

  test('may be misread behind its greeting where the sound is sure', () => {
    expect(findCall('We agree. Hey, well, note that.', 0.98)).toEqual({
      phrase: 'Hey',
      before: 'We agree.',
      after: 'well, note that.',
      clear: true,
    })
    expect(findCall('Hey, well, note that.', 0.9)).toBeUndefined()
  })

  test('may not be read at all where the sound is sure and a command follows at once', () => {
    expect(findCall('We agree. Here you are, turn off the chimes.', 0.98)).toEqual({
      phrase: 'Here you are',
      before: 'We agree.',
      after: 'turn off the chimes.',
      clear: true,
    })
    expect(findCall('Here you are, turn off the chimes.', 0.9)).toBeUndefined()
    expect(findCall('Here you are, thank you.', 0.98)).toBeUndefined()
    expect(findCall('Operator decision.', 0.98)).toBeUndefined()
    expect(findCall('Nobody of us wants to turn off the chimes.', 0.98)).toBeUndefined()
    expect(findCall('Turn off the chimes.', 0.98)).toBeUndefined()
  })

  test('keeps what is before and behind it as it was written', () => {
    expect(findWake('We ship on Friday. OK, EVA: highlight that!')).toEqual({
      phrase: 'OK, EVA',
      before: 'We ship on Friday.',
      after: 'highlight that!',
      clear: true,
    })
    expect(findWake('Nobody is called.')).toBeUndefined()
  })
})

test.each<[string, EvaIntent, string, string]>([
  ['highlight that.', 'highlight', 'highlight that', ''],
  ['please note that the door is open', 'note', 'note that', 'the door is open'],
  ['action item: John sends the report.', 'action_item', 'action item', 'John sends the report.'],
  ['End action item.', 'end_action_item', 'End action item', ''],
  ['decision, we ship on Friday', 'decision', 'decision', 'we ship on Friday'],
  ['follow up with the customer', 'follow_up', 'follow up', 'with the customer'],
  ['follow-up with Ann', 'follow_up', 'follow-up', 'with Ann'],
  ['stop listening', 'stop_listening', 'stop listening', ''],
  ['listen again please', 'listen_again', 'listen again', 'please'],
  ['go off the record', 'off_the_record', 'go off the record', ''],
  ['chimes off', 'chimes_off', 'chimes off', ''],
  ['turn on the chimes', 'chimes_on', 'turn on the chimes', ''],
  ['thank you so much', 'thanks', 'thank you', 'so much'],
  ['goodbye', 'goodbye', 'goodbye', ''],
  ['highlight that decision', 'highlight', 'highlight that', 'decision'],
])('"%s" asks for %s', (text, intent, trigger, rest) => {
  expect(readIntent(text)).toEqual({ intent, trigger, rest })
})

test('what comes long after the wake phrase is talk', () => {
  expect(readIntent('how are you doing today on this fine day my good friend, goodbye')).toBeUndefined()
  expect(readIntent('what a day')).toBeUndefined()
})
