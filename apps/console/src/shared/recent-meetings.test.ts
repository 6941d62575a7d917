import { expect, test } from 'vitest'
import { MAX_RECENT, openedMeetings, rememberMeeting } from './recent-meetings'

function storage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    get length() {
      return items.size
    },
  }
}

const opened = (meetingId: string, openedAtMs: number) => ({
  meetingId,
  path: `/past/${meetingId}`,
  openedAtMs,
})

test('the newest is first, a meeting is once, each user has an own list', () => {
  const kept = storage()
  for (const [id, at] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    rememberMeeting('u1', opened(id, at), kept)
  expect(openedMeetings('u1', kept)).toEqual([opened('a', 3), opened('b', 2)])
  expect(openedMeetings('u2', kept)).toEqual([])
})

test('a meeting keeps its title when a screen that knows none opens it', () => {
  const kept = storage()
  rememberMeeting('u', { ...opened('a', 1), title: 'Weekly' }, kept)
  rememberMeeting('u', { ...opened('a', 2), path: '/live/a' }, kept)
  expect(openedMeetings('u', kept)).toEqual([
    { meetingId: 'a', path: '/live/a', openedAtMs: 2, title: 'Weekly' },
  ])
  rememberMeeting('u', { ...opened('a', 3), title: 'Weekly, second part' }, kept)
  expect(openedMeetings('u', kept)[0]?.title).toBe('Weekly, second part')
})

test('the list is bounded', () => {
  const kept = storage()
  for (let at = 0; at < MAX_RECENT + 5; at += 1) rememberMeeting('u', opened(`m${at}`, at), kept)
  expect(openedMeetings('u', kept)).toHaveLength(MAX_RECENT)
  expect(openedMeetings('u', kept)[0]?.meetingId).toBe(`m${MAX_RECENT + 4}`)
})

test('spoiled storage and foreign addresses are ignored', () => {
  const kept = storage()
  kept.setItem('livetap.recent.u', '{broken')
  expect(openedMeetings('u', kept)).toEqual([])
  kept.setItem(
    'livetap.recent.u',
    JSON.stringify([{ meetingId: 'x', path: '//evil.example', openedAtMs: 1 }, 7]),
  )
  expect(openedMeetings('u', kept)).toEqual([])
})
