import { texts } from '@livetap/contract'
import { debugAudio, orderedShards } from '@livetap/contract/calls/trainable'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test, vi } from 'vitest'
import { scriptedTraining } from './scripted-training.test-support'
import { TrainingSession } from './training-session'

function setUp(count?: number) {
  const training = scriptedTraining(count)
  const filter = { language: 'en-US', edited: false }
  const session = new TrainingSession({ ...training.options, region: 'us-east', filter })
  const ids = () => session.list.getSnapshot().items.map(({ id }) => id)
  return { ...training, session, ids }
}

test('TRN-10 pages go on behind the sync key, with the same filter, until nothing more is there', async () => {
  const { session, ids, asked } = setUp(7)
  await session.start()
  expect(ids()).toEqual(['u1', 'u2', 'u3'])
  while (session.list.getSnapshot().hasMore) await session.list.more()
  expect(ids()).toEqual(['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'])
  const pages = asked.filter(({ url }) => url.pathname === pathOf(debugAudio))
  expect(pages.map(({ url }) => url.searchParams.get('sync_key'))).toEqual([null, '3', '6'])
  for (const { url } of pages) {
    expect(url.searchParams.get('client_region')).toBe('us-east')
    expect(url.searchParams.get('language')).toBe('en-US')
    expect(url.searchParams.get('edited')).toBe('false')
  }
  session.dispose()
})

test('in an order that was chosen pages go on behind its own cursor, and no sync key is sent', async () => {
  const { asked, options } = scriptedTraining(7)
  const filter = { language: 'en-US' }
  const session = new TrainingSession({ ...options, region: 'us-east', filter, order: 'shortest' })
  await session.start()
  while (session.list.getSnapshot().hasMore) await session.list.more()
  const ids = session.list.getSnapshot().items.map(({ id }) => id)
  expect(ids).toEqual(['u7', 'u6', 'u5', 'u4', 'u3', 'u2', 'u1'])
  const pages = asked.filter(({ url }) => url.pathname === pathOf(orderedShards))
  expect(pages.map(({ url }) => url.searchParams.get('next'))).toEqual([null, 'after-3', 'after-6'])
  for (const { url } of pages) {
    expect(url.searchParams.get('order')).toBe('shortest')
    expect(url.searchParams.get('language')).toBe('en-US')
    expect(url.searchParams.has('sync_key')).toBe(false)
  }
  expect(asked.some(({ url }) => url.pathname === pathOf(debugAudio))).toBe(false)
  session.dispose()
})

test('TRN-10 who hears of a page may ask for the next one at once', async () => {
  const { session } = setUp(7)
  session.list.subscribe(() => {
    const { hasMore, isLoading } = session.list.getSnapshot()
    if (hasMore && !isLoading) void session.list.more()
  })
  await session.start()
  await vi.waitFor(() =>
    expect(session.list.getSnapshot()).toMatchObject({ hasMore: false, isLoading: false }),
  )
  expect(session.list.getSnapshot().items).toHaveLength(7)
  session.dispose()
})

test('asking twice for more asks the server once', async () => {
  const { session, asked } = setUp(7)
  await session.start()
  await Promise.all([session.list.more(), session.list.more()])
  expect(asked.filter(({ url }) => url.pathname === pathOf(debugAudio))).toHaveLength(2)
  session.dispose()
})

test('TRN-09 a list that cannot be read says so, and can be asked again', async () => {
  const { session, service, toasts, ids } = setUp(2)
  service.failure = 500
  await session.start()
  expect(toasts).toEqual([texts.train.utterancesFetchError])
  expect(session.list.getSnapshot()).toMatchObject({ isReady: false, isLoading: false })
  service.failure = undefined
  await session.list.load()
  expect(ids()).toEqual(['u1', 'u2'])
  session.dispose()
})

test('save and next goes over the end of a page, plays the next one, and ends at the last', async () => {
  const { session, versions, media, toasts } = setUp(4)
  await session.start()
  for (let n = 1; n <= 3; n++) {
    session.room.edits.of(session.item!).change(`corrected ${n}`)
    const next = session.saveAndNext()
    await vi.waitFor(() => expect(media).toHaveLength(n))
    expect(media[n - 1]!.src).toBe(`/sound/u${n + 1}`)
    media[n - 1]!.arrive(6)
    await next
  }
  expect(session.getSnapshot().current).toBe(3)
  await session.saveAndNext()
  expect(toasts.at(-1)).toBe('This is the last utterance of the list')
  await vi.waitFor(() => expect(versions.get('u4')).toHaveLength(2))
  expect(versions.get('u1')![0]!.transcript).toBe('corrected 1')
  expect(versions.get('u3')![0]!.transcript).toBe('corrected 3')
  session.dispose()
})

test('save and next announces a conflict behind it, by the number of the shard', async () => {
  const { session, edit, toasts, media } = setUp(3)
  await session.start()
  edit('u1', 'text by bob', 'bob@example.com')
  session.room.edits.of(session.item!).change('text by ada')
  void session.saveAndNext()
  await vi.waitFor(() => expect(media).toHaveLength(1))
  await vi.waitFor(() =>
    expect(toasts).toEqual(['bob@example.com has changed utterance 1 meanwhile; your text is kept']),
  )
  expect(session.getSnapshot().current).toBe(1)
  session.choose(0)
  expect(session.room.edits.of(session.item!).getSnapshot()).toMatchObject({
    phase: 'conflict',
    text: 'text by ada',
  })
  session.dispose()
})

test('an empty text holds save and next back', async () => {
  const { session } = setUp(3)
  await session.start()
  session.room.edits.of(session.item!).change('')
  await session.saveAndNext()
  expect(session.getSnapshot().current).toBe(0)
  session.dispose()
})

test('the progress of the day is asked from its local beginning, and again after a save', async () => {
  const { session, asked } = setUp(3)
  await session.start()
  const progress = () => asked.filter(({ url }) => url.pathname.endsWith('/progress'))
  await vi.waitFor(() => expect(session.getSnapshot().progress?.mine.edited).toBe(1))
  const since = new Date(progress()[0]!.url.searchParams.get('since')!)
  expect([since.getHours(), since.getMinutes(), since.getSeconds()]).toEqual([0, 0, 0])
  session.room.edits.of(session.item!).change('text one')
  await session.save()
  await vi.waitFor(() => expect(progress()).toHaveLength(2))
  session.dispose()
})
