import { expect, test } from 'vitest'
import { ApiError } from '../api-error'
import type { UndoOffer } from '../undo-offers'
import { ScheduledRemovals } from './scheduled-removals'

function setUp(failure?: Error) {
  const removals = new ScheduledRemovals()
  const sent: unknown[] = []
  const offers: UndoOffer[] = []
  const tools = {
    api: {
      send: async (_: unknown, input: unknown, options: unknown) => {
        sent.push([input, options])
        if (failure) throw failure
      },
    },
    notices: {
      offerUndo: (offer: UndoOffer) => {
        offers.push(offer)
        return () => {}
      },
    },
  }
  const remove = (id: string) => removals.remove({ id, title: `Talk ${id}` }, tools)
  const hidden = () =>
    [...removals.getSnapshot()].flatMap(([id, { state }]) => (state === 'removed' ? [id] : []))
  return { removals, sent, offers, remove, hidden }
}

test('a removed conference is hidden at once, and the provider is told when it can no longer be undone', async () => {
  const { sent, offers, remove, hidden } = setUp()
  remove('a')
  remove('b')
  expect(hidden()).toEqual(['a', 'b'])
  expect(offers.map(({ text }) => text)).toEqual(['Removed Talk a', 'Removed Talk b'])
  expect(sent).toEqual([])
  offers[0]!.onUndo()
  expect(hidden()).toEqual(['b'])
  offers[1]!.onSettled!()
  expect(sent).toEqual([[{ params: { id: 'b' } }, { outlivesPage: true }]])
  expect(hidden()).toEqual(['b'])
})

test('one that the provider does not remove is shown again, with the reason', async () => {
  const { removals, offers, remove, hidden } = setUp(new ApiError('client', 'only its host may'))
  remove('a')
  offers[0]!.onSettled!()
  await expect
    .poll(() => removals.getSnapshot().get('a'))
    .toEqual({ state: 'refused', reason: 'only its host may' })
  expect(hidden()).toEqual([])
})
