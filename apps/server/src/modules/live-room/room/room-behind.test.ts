import { expect, test } from 'vitest'
import { RoomBehind } from './room-behind'

function measured(...figures: (number | undefined)[]): number[] {
  const said: number[] = []
  let ms: number | undefined
  const behind = new RoomBehind({ measure: () => ms, announce: behindMs => said.push(behindMs) })
  for (ms of figures) behind.look()
  return said
}

test('LIV-11 backlog is said by the second while it is more than three seconds, and once when it is not', () => {
  expect(measured(100, 2900, 3100, 3400, 3900, 4100, 7250.4, 2800, 100)).toEqual([0, 3100, 4100, 7250, 0])
})

test('an engine that cannot say how far it is says nothing', () => {
  expect(measured(undefined, undefined)).toEqual([])
})

test('a room in which no one is heard any more is not behind', () => {
  expect(measured(5000, undefined, undefined)).toEqual([5000, 0])
})
