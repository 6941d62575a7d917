import { expect, test } from 'vitest'
import { matchVoices } from './match-voices'

/** At this angle, in degrees: voices 30 degrees apart are 0.87 alike, 50 degrees 0.64. */
const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
const recorded = (speaker: string, degrees: number) => ({ speaker, print: at(degrees) })
const named = (name: string, degrees: number, id = name) => ({ id, name, print: at(degrees) })
const found = (...given: Parameters<typeof matchVoices>) =>
  matchVoices(...given).map(({ speaker, voice }) => `${speaker} ${voice.id}`)

test('a voice gets the name of the most alike, if it is alike enough', () => {
  expect(found([recorded('1', 0), recorded('2', 90)], [named('Anna', 20), named('Ben', 30)])).toEqual([
    '1 Anna',
  ])
  expect(found([recorded('1', 0)], [named('Anna', 50)])).toEqual([])
})

test('a name goes to one voice of a meeting: to the most alike', () => {
  expect(found([recorded('1', 0), recorded('2', 15)], [named('Anna', 20)])).toEqual(['2 Anna'])
})

test('of several prints of a name the most alike counts', () => {
  expect(
    found([recorded('1', 0)], [named('Anna', 80, 'a'), named('Anna', 10, 'b'), named('Anna', 20, 'c')]),
  ).toEqual(['1 b'])
})

test('nothing is found among no voices', () => {
  expect(found([], [named('Anna', 0)])).toEqual([])
  expect(found([recorded('1', 0)], [])).toEqual([])
})
