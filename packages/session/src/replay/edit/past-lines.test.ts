import type { LineChange } from '@livetap/contract'
import { buildTranscript } from '@livetap/transcript'
import { longMeeting } from '@livetap/transcript/testing'
import { beforeEach, expect, test } from 'vitest'
import { ApiClient } from '../../api-client'
import { Scope } from '../../scope'
import { PastCalls } from '../past-calls'
import { FakeMedia } from '../player/fake-media.test-support'
import { Replay } from '../replay'
import { PastEdits } from './past-edits'
import { LinesChangedError, PastLines } from './past-lines'
import { UtteranceEditor } from './utterance-editor'

const notices = {
  success: () => {},
  info: () => {},
  warning: () => {},
  error: () => {},
  offerUndo: () => () => {},
}
const changeId = '5f0c7c1e-8a53-4b63-9d6e-0d8a4a6f7d11'
const [first, second, third] = longMeeting(3)
const lineOf = (wire: object, text: string, more: object = {}) => ({
  ...wire,
  alternatives: [{ transcript: text }],
  ...more,
})

let asked: (LineChange | { text: string; version: number })[]
let answer: () => Response
let replay: Replay
let editor: UtteranceEditor
let edits: PastEdits
let lines: PastLines

beforeEach(() => {
  asked = []
  const scope = new Scope()
  replay = new Replay(
    scope,
    () => new FakeMedia(),
    () => {},
  )
  replay.setTranscript(buildTranscript([first, second, third]))
  const api = new ApiClient({
    origin: 'http://test',
    token: () => 't',
    fetch: async (_, init = {}) => {
      const body = JSON.parse(String(init.body))
      asked.push(body)
      return init.method === 'PATCH'
        ? Response.json(lineOf(first!, body.text, { version: body.version + 1, edited: true }))
        : answer()
    },
  })
  const calls = new PastCalls(api, 'm')
  editor = new UtteranceEditor(scope, replay, calls)
  edits = new PastEdits(replay, calls, 'ann', notices)
  lines = new PastLines({ replay, calls, editor, edits })
})

const texts = () => replay.getSnapshot().transcript!.utterances.map(({ text }) => text)
const plain = (one: typeof first) => one!.alternatives[0]!.transcript

test('a split saves the draft first, goes on in the second line, and one step back gives the line back', async () => {
  await editor.open(first!.id)
  editor.change('  good morning hello')
  answer = () =>
    Response.json({
      change_id: changeId,
      removed: [],
      utterances: [
        lineOf(first!, 'good morning', { version: 2 }),
        lineOf(first!, 'hello', { id: `${first!.id}~1`, version: 1, start_millis: first!.end_millis }),
      ],
    })
  await lines.split(first!.id, 2 + 'good morning'.length)
  expect(asked).toEqual([
    { text: 'good morning hello', version: 0 },
    { action: 'split', utterance_id: first!.id, version: 1, at: 12 },
  ])
  expect(texts()).toEqual(['good morning', 'hello', plain(second), plain(third)])
  expect(editor.getSnapshot()).toMatchObject({ id: `${first!.id}~1`, text: 'hello', phase: 'clean' })
  expect(editor.canUndo(first!.id)).toBe(false)

  answer = () =>
    Response.json({
      removed: [`${first!.id}~1`],
      utterances: [lineOf(first!, 'good morning hello', { version: 3 })],
    })
  expect(await edits.undo()).toBe(true)
  expect(asked.at(-1)).toEqual({ action: 'undo', change_id: changeId })
  expect(texts()).toEqual(['good morning hello', plain(second), plain(third)])
  expect(await edits.undo()).toBe(false)
})

test('a line is merged with the next by both versions, and another speaker shows at once', async () => {
  answer = () =>
    Response.json({
      change_id: changeId,
      removed: [third!.id],
      utterances: [lineOf(second!, 'both', { version: 1 })],
    })
  await lines.mergeWithNext(second!.id)
  expect(asked[0]).toMatchObject({ action: 'merge', next_id: third!.id, next_version: third!.version })
  expect(texts()).toEqual([plain(first), 'both'])
  expect(editor.getSnapshot()).toMatchObject({ id: second!.id, text: 'both' })
  await expect(lines.mergeWithNext(second!.id)).rejects.toThrow('no line after')

  const speaker_segments = [{ speaker_id: '9', transcript: 'x' }]
  answer = () => Response.json({ removed: [], utterances: [{ ...first, speaker_segments, version: 1 }] })
  await lines.reassign(first!.id, '9')
  expect(replay.getSnapshot().speakers.map(({ id }) => id)).toContain('9')
})

test('a change that another user was faster with is said, and nothing moves', async () => {
  answer = () => Response.json({ message: 'Client Exception', errors: [] }, { status: 409 })
  const before = texts()
  await expect(lines.reassign(first!.id, '2')).rejects.toThrow(LinesChangedError)
  expect(texts()).toEqual(before)
  expect(await edits.undo()).toBe(false)
})
