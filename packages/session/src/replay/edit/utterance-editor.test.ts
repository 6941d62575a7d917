import { buildTranscript } from '@livetap/transcript'
import { longMeeting } from '@livetap/transcript/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiClient } from '../../api-client'
import { Scope } from '../../scope'
import { PastCalls } from '../past-calls'
import { FakeMedia } from '../player/fake-media.test-support'
import { Replay } from '../replay'
import { AUTOSAVE_MS, UtteranceEditor } from './utterance-editor'

/** The server's side of one utterance: versions, and 409 for an old one. */
let server: { version: number; texts: string[]; isDown: boolean }
let scope: Scope
let replay: Replay
let editor: UtteranceEditor
const [wire] = longMeeting(1)
const id = wire!.id
const original = wire!.alternatives[0]!.transcript

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  server = { version: 0, texts: [original], isDown: false }
  replay = new Replay(
    scope,
    () => new FakeMedia(),
    () => {},
  )
  replay.setTranscript(buildTranscript(longMeeting(5)))
  const now = () => ({
    ...wire,
    alternatives: [{ transcript: server.texts.at(-1) }],
    version: server.version,
    edited: server.version > 0,
  })
  const api = new ApiClient({
    origin: 'http://test',
    token: () => 't',
    fetch: async (input, init = {}) => {
      const url = new URL(String(input))
      if (server.isDown) throw new TypeError('Failed to fetch')
      if (url.pathname.endsWith('/versions')) {
        const versions = server.texts.map((text, version) => ({ version, text, original: version === 0 }))
        return Response.json({ versions: versions.reverse() })
      }
      if (init.method !== 'PATCH') return Response.json({ results: [now()], total: 5 })
      const edit = JSON.parse(String(init.body)) as { text: string; version: number }
      if (edit.version !== server.version)
        return Response.json(
          { message: 'Client Exception', errors: [{ description: 'newer' }] },
          { status: 409 },
        )
      server.version += 1
      server.texts.push(edit.text)
      return Response.json(now())
    },
  })
  editor = new UtteranceEditor(scope, replay, new PastCalls(api, 'm'))
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

const shown = () => replay.getSnapshot().transcript!.utterances[0]!.text
const byOther = (text: string) => {
  server.version += 1
  server.texts.push(text)
}

test('a correction saves itself after a pause in typing, once', async () => {
  await editor.open(id)
  editor.change('so the')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 100)
  editor.change('so the plan')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
  expect(server.version).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.texts).toEqual([original, 'so the plan'])
  expect(editor.getSnapshot().phase).toBe('saved')
  expect(shown()).toBe('so the plan')
})

test('closing, opening another and leaving save what was typed', async () => {
  await editor.open(id)
  editor.change('first')
  await editor.open(replay.getSnapshot().transcript!.utterances[1]!.id)
  expect(server.texts.at(-1)).toBe('first')
  await editor.open(id)
  editor.change('second')
  await editor.flush()
  expect(server.texts.at(-1)).toBe('second')
})

test('undo brings back the text before, as a version of its own', async () => {
  await editor.put(id, 'one')
  await editor.put(id, 'two')
  expect(editor.canUndo(id)).toBe(true)
  await editor.undo(id)
  expect(shown()).toBe('one')
  await editor.undo(id)
  expect(shown()).toBe(original)
  expect(editor.canUndo(id)).toBe(false)
  expect(server.version).toBe(4)
})

test('a conflict keeps the draft, shows theirs and lets the user decide', async () => {
  await editor.open(id)
  editor.change('mine')
  byOther('theirs')
  await editor.save()
  expect(editor.getSnapshot()).toMatchObject({ phase: 'conflict', text: 'mine', theirs: { text: 'theirs' } })
  await editor.close()
  expect(editor.getSnapshot().phase).toBe('conflict')
  await editor.resolve('mine')
  expect(server.texts).toEqual([original, 'theirs', 'mine'])
  expect(editor.getSnapshot().phase).toBe('saved')
  editor.change('mine again')
  byOther('theirs again')
  await editor.save()
  await editor.resolve('theirs')
  expect(editor.getSnapshot()).toMatchObject({ phase: 'clean', text: 'theirs again' })
  expect(shown()).toBe('theirs again')
  expect(server.texts).toHaveLength(4)
})

test('the same text from another user is no conflict', async () => {
  await editor.open(id)
  editor.change('same')
  byOther('same')
  await editor.save()
  expect(editor.getSnapshot().phase).toBe('saved')
  expect(shown()).toBe('same')
})

test('a failed save keeps the draft and is tried again', async () => {
  await editor.open(id)
  editor.change('kept')
  server.isDown = true
  await editor.close()
  expect(editor.getSnapshot()).toMatchObject({ phase: 'failed', text: 'kept' })
  server.isDown = false
  await editor.close()
  expect(server.texts.at(-1)).toBe('kept')
  expect(editor.getSnapshot().phase).toBe('closed')
})

test('an empty text is refused here, an unchanged one is not sent', async () => {
  await editor.open(id)
  editor.change('  ')
  await editor.save()
  expect(editor.getSnapshot().phase).toBe('failed')
  editor.change(` ${original} `)
  await editor.save()
  expect(server.version).toBe(0)
})

test('cancelling brings back the text of the opening, regardless of what was saved meanwhile', async () => {
  await editor.open(id)
  editor.change('half a')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(server.texts.at(-1)).toBe('half a')
  editor.change('half a correction')
  await editor.cancel()
  expect(server.texts).toEqual([original, 'half a', original])
  expect(editor.getSnapshot().phase).toBe('closed')
  await editor.open(id)
  editor.change('never sent')
  await editor.cancel()
  expect(server.texts).toHaveLength(3)
})
