import { buildTranscript, exportJson } from '@livetap/transcript'
import { longMeeting } from '@livetap/transcript/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LocalSession } from './local-session'
import { FakeMedia } from './player/fake-media.test-support'

let toasts: string[]
let media: FakeMedia
let session: LocalSession
let isPlayable: boolean
const left = vi.fn()

beforeEach(() => {
  toasts = []
  isPlayable = true
  left.mockClear()
  const say = (kind: string) => (message: string) => toasts.push(`${kind}: ${message}`)
  session = new LocalSession({
    createMedia: () => {
      media = new FakeMedia()
      queueMicrotask(() => (isPlayable ? media.arrive(12) : media.fail(4)))
      return media
    },
    notify: {
      info: say('info'),
      success: say('success'),
      warning: say('warning'),
      error: say('error'),
      offerUndo: () => () => {},
    },
    leave: left,
  })
})

afterEach(() => session.dispose())

const audio = new File(['fLaC'], 'a.flac')
const json = (value: unknown) => new File([JSON.stringify(value)], 't.json')
const unreadable = (name: string): File => {
  const file = new File(['x'], name)
  const fail = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  return Object.assign(file, { text: fail, slice: () => ({ arrayBuffer: fail }) as unknown as Blob })
}

test('PAS-19 a transcripts file alone can be read', async () => {
  await session.load(new File([exportJson(buildTranscript(longMeeting(3)))], 't.json'))
  expect(session.getSnapshot().phase).toBe('open')
  expect(session.replay.getSnapshot().transcript?.utterances).toHaveLength(3)
  expect(session.replay.player.getSnapshot().phase).toBe('none')
  expect(toasts).toEqual([])
})

test('PAS-19 an audio file alone can be heard, with nothing to read', async () => {
  await session.load(undefined, audio)
  expect(session.getSnapshot()).toMatchObject({ phase: 'open', name: 'a.flac' })
  expect(session.replay.getSnapshot().transcript?.utterances).toHaveLength(0)
  expect(session.replay.getSnapshot().durationMs).toBe(12_000)
  expect(session.replay.player.getSnapshot().phase).toBe('ready')
  expect(toasts).toEqual(['success: Audio file is loaded successfully'])
})

test('PAS-19 both files load, the success is said, and Clear unloads them', async () => {
  const original = buildTranscript(longMeeting(3))
  await session.load(new File([exportJson(original)], 't.json'), audio)
  expect(toasts).toEqual(['success: Audio file is loaded successfully'])
  expect(session.getSnapshot().phase).toBe('open')
  expect(session.replay.getSnapshot().transcript).toEqual(original)
  expect(session.replay.getSnapshot().durationMs).toBe(12_000)
  session.clear()
  expect(session.getSnapshot().phase).toBe('choosing')
  expect(session.replay.getSnapshot().transcript).toBeUndefined()
  expect(session.replay.player.getSnapshot().phase).toBe('none')
})

const wrong: [string, File, string][] = [
  ['empty results', json({ results: [] }), 'Transcripts file has empty results...'],
  ['no JSON', new File(['{'], 't.json'), 'Transcripts file format is invalid...'],
  ['another shape', json({ results: 'many' }), 'Transcripts file format is invalid...'],
  ['an unreadable file', unreadable('t.json'), 'Transcripts file read error'],
]
for (const [name, file, text] of wrong) {
  test(`PAS-19 PAS-21 ${name} is refused in its words`, async () => {
    await session.load(file, audio)
    expect(toasts).toEqual([`error: Failed load local files: ${text}`])
    expect(session.getSnapshot()).toMatchObject({ phase: 'choosing', transcriptsError: text })
  })
}

test('PAS-19 PAS-21 an audio file that cannot be read, and one that cannot be played', async () => {
  const transcripts = json({ results: longMeeting(1) })
  await session.load(transcripts, unreadable('a.flac'))
  expect(toasts).toEqual(['error: Failed load local audio file: Audio file read error'])
  isPlayable = false
  await session.load(transcripts, audio)
  expect(toasts.at(-1)).toBe('error: Failed load local audio file: Unable to read audio file...')
  expect(session.getSnapshot()).toMatchObject({
    phase: 'choosing',
    audioError: 'Unable to read audio file...',
  })
})

test('PAS-18 leaving destroys the player and goes to the launcher', async () => {
  await session.load(json({ results: longMeeting(1) }), audio)
  session.exit()
  expect(toasts).toContain('warning: Exiting meeting...')
  expect(toasts).toContain('success: Meeting past successfully closed')
  expect(media.src).toBe('')
  expect(left).toHaveBeenCalledOnce()
})
