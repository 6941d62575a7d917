import { expect, test } from 'vitest'
import { othersIn, peopleOf } from './people'

const voice = (key: string, clientKey: string | undefined, name: string) => ({
  key,
  csi: 0,
  name,
  speaking: false,
  clientKey,
  shared: undefined,
  voices: 1,
})
const connected = [
  { key: 'b', name: 'bob' },
  { key: 'a', name: 'ann' },
]

test('LIV-29 everyone connected is listed, you first, silent listeners too', () => {
  const participants = [voice('s1', 'a', 'ann (2)'), voice('s2', 'gone', 'cid')]
  const people = peopleOf({ connected, ownKey: 'a', participants })
  expect(people.map(({ name, isYou, voices }) => [name, isYou, voices.length])).toEqual([
    ['ann (2)', true, 1],
    ['bob', false, 0],
  ])
  expect(othersIn({ connected, ownKey: 'a', participants })).toBe(1)
  expect(othersIn({ connected: [connected[1]!], ownKey: 'a', participants })).toBe(0)
})

test('a service that does not say who is there shows its voices', () => {
  const room = { connected: undefined, ownKey: undefined, participants: [voice('s1', undefined, 'ann')] }
  expect(peopleOf(room).map(({ name }) => name)).toEqual(['ann'])
})
