import { texts } from '@livetap/contract'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api-error'
import { IdResolver } from './id-resolver'

interface Asked {
  row: string
  signal: AbortSignal
  answer: (id: string | null) => void
  fail: (error: Error) => void
}

function scripted(cache = new Map<string, string>()) {
  const asked: Asked[] = []
  const resolver = new IdResolver<string>({
    keyOf: row => row,
    cache,
    lookUp: (row, signal) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new ApiError('cancelled', 'cancel')))
        asked.push({ row, signal, answer, fail })
      }),
  })
  const rowsAsked = () => asked.map(({ row }) => row)
  return { resolver, asked, rowsAsked, cache }
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`)

test('MTG-01 ids are looked up six at a time, each row waiting until it is found or not', async () => {
  const { resolver, asked, rowsAsked } = scripted()
  const rows = rowsOf(10)
  resolver.follow(rows)
  expect(rowsAsked()).toEqual(rows.slice(0, 6))
  expect(resolver.getSnapshot()).toEqual({ left: 10, missing: 0 })
  expect(resolver.stateOf('r0')).toEqual({ state: 'waiting' })
  asked[0]!.answer('m-0')
  await vi.waitFor(() => expect(rowsAsked()).toEqual(rows.slice(0, 7)))
  expect(resolver.stateOf('r0')).toEqual({ state: 'found', meetingId: 'm-0' })
  asked[1]!.answer(null)
  asked[2]!.fail(new ApiError('server', 'broken', { status: 500 }))
  await vi.waitFor(() => expect(rowsAsked()).toEqual(rows.slice(0, 9)))
  const meetingId = texts.meetingList.idNotFoundMarker
  expect(resolver.stateOf('r1')).toEqual({ state: 'missing', meetingId })
  expect(resolver.stateOf('r2')).toEqual({ state: 'missing', meetingId, reason: 'broken' })
  expect(resolver.getSnapshot()).toEqual({ left: 7, missing: 2 })
  resolver.askAgain(rows)
  expect(resolver.getSnapshot()).toEqual({ left: 9, missing: 0 })
})

test('MTG-01 leaving the list cancels what is asked and asks no more; what was found is there at the next visit', async () => {
  const { resolver, asked, rowsAsked, cache } = scripted()
  const leave = resolver.follow(rowsOf(20))
  asked[0]!.answer('m-0')
  await vi.waitFor(() => expect(asked).toHaveLength(7))
  leave()
  expect(asked.slice(1).every(({ signal }) => signal.aborted)).toBe(true)
  await Promise.resolve()
  expect(rowsAsked()).toHaveLength(7)

  const again = scripted(cache)
  again.resolver.follow(['r0', 'r1'])
  expect(again.rowsAsked()).toEqual(['r1'])
  expect(again.resolver.stateOf('r0')).toEqual({ state: 'found', meetingId: 'm-0' })
  // A list that is followed again, as after a reload, asks for what was cut off.
  resolver.follow(['r1'])
  expect(rowsAsked()).toEqual([...rowsOf(7), 'r1'])
})

test('MTG-02 of a long list the rows on the screen come first, and those never seen are not looked up', async () => {
  const { resolver, asked, rowsAsked } = scripted()
  const rows = rowsOf(5_000)
  resolver.see('r4000')
  resolver.follow(rows)
  expect(rowsAsked()[0]).toBe('r4000')
  expect(resolver.getSnapshot().left).toBe(301)
  const hide = resolver.see('r4500')
  asked[0]!.answer('m')
  await vi.waitFor(() => expect(rowsAsked().at(-1)).toBe('r4500'))
  hide()
})

test('what is settled is counted when the last id came, not when another one is asked for', async () => {
  const { resolver, asked } = scripted()
  resolver.follow(['r0'])
  expect(resolver.settlings).toBe(0)
  asked[0]!.answer('m-0')
  await vi.waitFor(() => expect(resolver.settlings).toBe(1))
  resolver.see('r1')
  expect(resolver.getSnapshot().left).toBe(1)
  expect(resolver.settlings).toBe(1)
  asked[1]!.answer(null)
  await vi.waitFor(() => expect(resolver.settlings).toBe(2))
})
