import { expect, test } from 'vitest'
import { type Backlog, behindMs, speechStarted, speechStopped, textReached } from './backlog'

const nothing: Backlog = new Map()

test('LIV-11 speech without text counts from where it began, and from the newest text once there is some', () => {
  const speaking = speechStarted(nothing, 'ann', 1000)
  expect(behindMs(speaking, 5000)).toBe(4000)
  const texted = textReached(speaking, 'ann', 4500)
  expect(behindMs(texted, 5000)).toBe(500)
  expect(textReached(texted, 'ann', 2000)).toBe(texted)
  expect(textReached(texted, 'bob', 9000)).toBe(texted)
})

test('a voice whose text reaches its end is not behind, and a pause before that hides nothing', () => {
  let backlog = speechStopped(speechStarted(nothing, 'ann', 0), 'ann', 6000)
  backlog = speechStarted(backlog, 'ann', 7000)
  expect(behindMs(backlog, 8000)).toBe(8000)
  backlog = speechStopped(textReached(backlog, 'ann', 8800), 'ann', 9500)
  expect(backlog.size).toBe(0)
})

test('a cough leaves nothing, and noise that never becomes text is forgotten', () => {
  expect(speechStopped(speechStarted(nothing, 'ann', 0), 'ann', 900).size).toBe(0)
  const noise = speechStopped(speechStarted(nothing, 'ann', 0), 'ann', 5000)
  expect(behindMs(noise, 10_000)).toBe(10_000)
  expect(behindMs(noise, 21_000)).toBe(0)
})

test('the slowest voice counts', () => {
  const both = speechStarted(speechStarted(nothing, 'ann', 1000), 'bob', 4000)
  expect(behindMs(both, 6000)).toBe(5000)
  expect(behindMs(textReached(both, 'ann', 5900), 6000)).toBe(2000)
})
