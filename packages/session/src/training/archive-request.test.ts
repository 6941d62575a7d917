import { ARCHIVE_POLL_MS, type ArchiveInfo, texts } from '@livetap/contract'
import { archiveInfo, cancelArchive, requestArchive } from '@livetap/contract/calls/training-archives'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { ArchiveRequests } from './archive-request'

const { processingLink, sendingAgain, archiveCompleted, archiveError, failedLink, archiveDownloadIssue } =
  texts.train

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const archive = (change: Partial<ArchiveInfo> = {}): ArchiveInfo => ({
  client_region: 'us',
  request_id: 'r1',
  status: 'zip-processing',
  url: null,
  url_expires_at: null,
  filter: {},
  requested_by: 'ada',
  created_at: '2026-03-04T05:06:07.000Z',
  finished_at: null,
  count: 1,
  total: 4,
  length_ms: 1000,
  bytes: 100,
  reason: null,
  error: null,
  ...change,
})

const ready = archive({ status: 'zip-completed', url: '/media/archives/r1.zip?sig' })

/** A service that answers each question about the archive with the next of these. */
function setUp(answers: (ArchiveInfo | number)[], first: ArchiveInfo | number = archive()) {
  const sent: { method: string; path: string; body: unknown }[] = []
  const toasts: string[] = []
  const downloads: string[] = []
  const logged: string[] = []
  const listed: ArchiveInfo[] = []
  const answer = (given: ArchiveInfo | number) =>
    typeof given === 'number'
      ? Response.json({ message: 'Server Exception', errors: [{ description: 'no' }] }, { status: given })
      : Response.json(given)
  const api = new ApiClient({
    origin: 'http://livetap.test',
    token: () => 'secret',
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname
      sent.push({ method: init?.method ?? 'GET', path, body: init?.body && JSON.parse(String(init.body)) })
      if (path === pathOf(requestArchive)) return answer(first)
      if (path === pathOf(archiveInfo, { request_id: 'r1' })) return answer(answers.shift() ?? ready)
      if (path === pathOf(cancelArchive, { request_id: 'r1' }))
        return answer(archive({ status: 'zip-cancelled' }))
      return Response.json({ archives: listed })
    },
  })
  const note = (message: string) => void toasts.push(message)
  const requests = new ArchiveRequests({
    api,
    region: 'us',
    notify: { info: note, success: note, warning: note, error: note, offerUndo: () => () => {} },
    download: url => void downloads.push(url),
    log: message => void logged.push(message),
    newId: () => 'r1',
  })
  const polls = () => sent.filter(({ path }) => path === pathOf(archiveInfo, { request_id: 'r1' })).length
  return { requests, sent, toasts, downloads, logged, listed, polls }
}

test('TRN-06 TRN-10 an archive is asked for with its filter, then every 10 s until it has a link; the three toasts are shown', async () => {
  const { requests, sent, toasts, downloads, polls } = setUp([archive(), archive({ count: 3 }), ready])
  const done = requests.request({ language: 'en', min_length_ms: 0 })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent[0]).toEqual({
    method: 'POST',
    path: pathOf(requestArchive),
    body: { client_region: 'us', request_id: 'r1', language: 'en', min_length_ms: 0 },
  })
  expect(toasts).toEqual([processingLink, sendingAgain])
  await requests.request({})
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS - 1)
  expect(polls()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(polls()).toBe(2)
  expect(requests.getSnapshot()).toMatchObject({ isBusy: true, current: { count: 3, total: 4 } })
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS)
  await done
  expect(toasts).toEqual([processingLink, sendingAgain, sendingAgain, archiveCompleted])
  expect(downloads).toEqual([ready.url])
  expect(requests.getSnapshot().isBusy).toBe(false)
  requests.dispose()
})

test('TRN-10 an archive that failed, or cannot be asked for, ends the polling with an error, and is logged', async () => {
  const failed = setUp([archive({ status: 'zip-failed', error: 'disk' })])
  await failed.requests.request({})
  expect(failed.toasts).toEqual([processingLink, archiveError])
  expect(failed.logged).toEqual([archiveDownloadIssue])
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS * 2)
  expect(failed.polls()).toBe(1)
  const refused = setUp([], 422)
  await refused.requests.request({})
  expect(refused.toasts).toEqual([processingLink, archiveError])
  for (const { requests } of [failed, refused]) requests.dispose()
})

test('TRN-06 an archive that is completed and has no link yet is asked for again until it has one', async () => {
  const unlinked = archive({ status: 'zip-completed', url: null })
  const { requests, toasts, downloads, polls } = setUp([unlinked, { ...unlinked, url: '' }, ready])
  const done = requests.request({})
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS)
  expect(polls()).toBe(2)
  expect(downloads).toEqual([])
  expect(requests.getSnapshot().isBusy).toBe(true)
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS)
  await done
  expect(toasts).toEqual([processingLink, sendingAgain, sendingAgain, archiveCompleted])
  expect(downloads).toEqual([ready.url])
  requests.dispose()
})

test('TRN-06 an archive that was removed is not downloaded, and the list shows why', async () => {
  const removed = archive({ status: 'zip-failed', reason: 'meeting_removed', error: 'A meeting was deleted' })
  const { requests, downloads, toasts, listed } = setUp([removed])
  listed.push(ready)
  await requests.load()
  await requests.fetch('r1')
  expect(downloads).toEqual([])
  expect(toasts).toEqual([archiveError])
  expect(requests.getSnapshot().archives).toEqual([removed])
  requests.dispose()
})

test('TRN-10 a service that answers with the fields of the documents alone is followed to its link', async () => {
  const known = { client_region: 'us', request_id: 'r1' }
  const { requests, downloads } = setUp(
    [
      { ...known, status: 'zip-processing' } as ArchiveInfo,
      { ...known, status: 'zip-completed', url: '/a.zip' } as ArchiveInfo,
    ],
    { ...known, status: 'zip-processing' } as ArchiveInfo,
  )
  const done = requests.request({})
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS)
  await done
  expect(downloads).toEqual(['/a.zip'])
  requests.dispose()
})

test('TRN-06 without a request id the archive link has failed; a poll that gets no answer is asked again', async () => {
  const noId = setUp([], archive({ request_id: '' }))
  await noId.requests.request({})
  expect(noId.toasts).toEqual([processingLink, failedLink])
  const passing = setUp([503, ready])
  const done = passing.requests.request({})
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS)
  await done
  expect(passing.downloads).toEqual([ready.url])
  for (const { requests } of [noId, passing]) requests.dispose()
})

test('TRN-06 a cancelled archive ends the polling without an error; leaving ends it without a word', async () => {
  const { requests, toasts, polls } = setUp([archive(), archive()])
  const done = requests.request({})
  await vi.advanceTimersByTimeAsync(0)
  await requests.cancel('r1')
  await vi.advanceTimersByTimeAsync(ARCHIVE_POLL_MS)
  await done
  expect(polls()).toBe(1)
  expect(toasts).not.toContain(archiveError)
  requests.dispose()
  const left = setUp([archive()])
  const leaving = left.requests.request({})
  await vi.advanceTimersByTimeAsync(0)
  left.requests.dispose()
  await leaving
  expect(left.toasts).toEqual([processingLink, sendingAgain])
  expect(vi.getTimerCount()).toBe(0)
})
