import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Scope } from '../scope'
import { SpeechOutput } from './read-aloud'

const spoken: { text: string; language: string; done: () => void }[] = []
const gate: boolean[] = []
let scope: Scope
let output: SpeechOutput

beforeEach(() => {
  vi.useFakeTimers()
  spoken.length = 0
  gate.length = 0
  scope = new Scope()
  const voice = {
    speak: (text: string, language: string, done: () => void) => void spoken.push({ text, language, done }),
    cancel: () => {},
  }
  output = new SpeechOutput(voice, scope, speaking => gate.push(speaking))
})
afterEach(() => {
  output.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('LIV-15 one after the other; the microphone is shut from the first word to the last echo', () => {
  output.say('hola', 'es')
  output.say('mundo', 'es')
  expect(spoken.map(({ text }) => text)).toEqual(['hola'])
  expect(gate).toEqual([true])
  spoken[0]!.done()
  expect(spoken.map(({ text, language }) => [text, language])).toEqual([
    ['hola', 'es'],
    ['mundo', 'es'],
  ])
  spoken[1]!.done()
  expect(gate).toEqual([true])
  vi.advanceTimersByTime(350)
  expect(gate).toEqual([true, false])
})

test('LIV-15 a browser that forgets to tell the end does not shut the microphone for good', () => {
  output.say('hola', 'es')
  vi.advanceTimersByTime(60_000)
  expect(gate).toEqual([true, false])
})

test('LIV-15 what waits too long is passed over', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) output.say(String(n), 'en')
  for (let n = 0; n < 5; n += 1) spoken.at(-1)!.done()
  expect(spoken.map(({ text }) => text)).toEqual(['1', '4', '5', '6', '7'])
})

test('LIV-15 stopping opens the microphone at once', () => {
  output.say('hola', 'es')
  output.stop()
  expect(gate).toEqual([true, false])
  spoken[0]!.done()
  expect(spoken).toHaveLength(1)
})
