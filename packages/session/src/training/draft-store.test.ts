import { expect, test } from 'vitest'
import { memoryStorage } from '../memory-storage.test-support'
import { DraftStore } from './draft-store'

test('TRN-01 a draft outlives the page, belongs to its user, and goes when it is forgotten', () => {
  const storage = memoryStorage()
  new DraftStore(storage, 'ada').write('u1', { text: 'typed', version: 2 })
  const later = new DraftStore(storage, 'ada')
  expect(later.read('u1')).toEqual({ text: 'typed', version: 2 })
  expect(later.ids()).toEqual(['u1'])
  expect(new DraftStore(storage, 'bob').read('u1')).toBeUndefined()
  later.forget('u1')
  expect(later.read('u1')).toBeUndefined()
  expect(later.ids()).toEqual([])
})

test('only so many are kept, the newest of them', () => {
  const storage = memoryStorage()
  const drafts = new DraftStore(storage, 'ada')
  for (let i = 0; i < 502; i++) drafts.write(`u${i}`, { text: 't', version: 0 })
  expect(drafts.ids()).toHaveLength(500)
  expect(drafts.read('u0')).toBeUndefined()
  expect(drafts.read('u501')).toBeDefined()
})

test('a storage that is full, or holds something else, costs the draft and nothing more', () => {
  const refusing = {
    getItem: () => '{broken',
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
    removeItem: () => {},
  }
  const drafts = new DraftStore(refusing, 'ada')
  expect(drafts.write('u1', { text: 't', version: 0 })).toBe(false)
  expect(drafts.read('u1')).toBeUndefined()
  expect(drafts.ids()).toEqual([])
})
