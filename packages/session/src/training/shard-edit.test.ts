import { texts } from '@livetap/contract'
import { saveTrainingTranscript } from '@livetap/contract/calls/trainable'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test, vi } from 'vitest'
import { scriptedTraining, wireShard } from './scripted-training.test-support'
import { TrainingRoom } from './training-room'

function setUp(region: string | undefined = 'us-east') {
  const training = scriptedTraining()
  const open = () => new TrainingRoom({ ...training.options, region }).edits.of(wireShard(1))
  const posted = () => training.asked.filter(({ method }) => method === 'POST')
  return { ...training, open, posted, edit1: open() }
}

test('TRN-02 TRN-10 a save names its shard, region and version, and marks the shard until the result', async () => {
  const { edit1, posted, service } = setUp()
  let release = () => {}
  service.held = new Promise(resolve => {
    release = resolve
  })
  edit1.change('text one')
  const saving = edit1.save()
  expect(edit1.getSnapshot().phase).toBe('saving')
  release()
  expect(await saving).toBe(true)
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'saved', saved: 'text one', version: 1 })
  const [{ url, headers, body } = { url: undefined, headers: undefined, body: undefined }] = posted()
  expect(url?.pathname).toBe(pathOf(saveTrainingTranscript))
  expect(Object.fromEntries(url!.searchParams)).toEqual({ audio_id: 'u1', client_region: 'us-east' })
  expect(headers?.get('if-match')).toBe('"0"')
  expect(body).toEqual({ transcript: 'text one' })
})

test('a text that is saved as it stands is confirmed, a changed one edited; both are as the list said before', async () => {
  const { edit1, options } = setUp()
  expect(edit1.getSnapshot()).toMatchObject({ kind: undefined, isConfirmed: false })
  expect(await edit1.save()).toBe(true)
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'saved', kind: 'confirmed', isConfirmed: true })
  edit1.change('text one')
  await edit1.save()
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'saved', kind: 'edited', isConfirmed: false })
  const listed = { ...wireShard(2), human_transcripts: [{ kind: 'confirmed' as const }] }
  const room = new TrainingRoom({ ...options, region: 'us-east' })
  expect(room.edits.of(listed).getSnapshot().kind).toBe('confirmed')
})

test('TRN-02 without a region nothing is sent, and the toast says so', async () => {
  const { open, posted, toasts } = setUp('')
  const edit = open()
  edit.change('text one')
  expect(await edit.save()).toBe(false)
  expect(toasts).toEqual([texts.train.noRegion])
  expect(posted()).toEqual([])
  expect(edit.getSnapshot()).toMatchObject({ phase: 'dirty', text: 'text one' })
})

test('TRN-01 an empty text is never saved', async () => {
  const { edit1, posted } = setUp()
  edit1.change('  ')
  expect(await edit1.save()).toBe(false)
  expect(posted()).toEqual([])
})

test('TRN-01 an emptied text goes back to the saved one without a word, and leaves no draft', () => {
  const { edit1, open, toasts } = setUp()
  for (const emptied of ['', '  ']) {
    edit1.type(emptied)
    edit1.cancel()
    expect(edit1.getSnapshot()).toMatchObject({ phase: 'clean', text: 'text 1' })
    expect(open().getSnapshot()).toMatchObject({ phase: 'clean', text: 'text 1' })
  }
  expect(toasts).toEqual([])
  edit1.change('half a sen')
  edit1.cancel()
  expect(toasts).toEqual(['The draft was dropped'])
})

test('a draft outlives the page until it is saved', async () => {
  const { edit1, open } = setUp()
  edit1.change('half a sen')
  const reloaded = open()
  expect(reloaded.getSnapshot()).toMatchObject({ phase: 'dirty', text: 'half a sen', saved: 'text 1' })
  await reloaded.save()
  expect(open().getSnapshot()).toMatchObject({ phase: 'clean', text: 'text 1' })
})

test('what is typed while a save is on its way is not lost, and goes over the new version', async () => {
  const { edit1, service, versions } = setUp()
  let release = () => {}
  service.held = new Promise(resolve => {
    release = resolve
  })
  edit1.change('first')
  const saving = edit1.save()
  edit1.change('first and more')
  release()
  await saving
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'dirty', text: 'first and more', saved: 'first' })
  expect(await edit1.save()).toBe(true)
  expect(versions.get('u1')!.map(({ transcript }) => transcript)).toEqual([
    'first and more',
    'first',
    'text 1',
  ])
})

test('another trainer was faster: the second sees who and what, keeps the draft, and nothing is overwritten', async () => {
  const { edit1, edit, versions } = setUp()
  edit('u1', 'text by bob', 'bob@example.com')
  edit1.change('text by ada')
  expect(await edit1.save()).toBe(false)
  expect(edit1.getSnapshot()).toMatchObject({
    phase: 'conflict',
    text: 'text by ada',
    theirs: { transcript: 'text by bob', created_by: 'bob@example.com' },
  })
  expect(await edit1.save()).toBe(false)
  expect(versions.get('u1')![0]!.transcript).toBe('text by bob')
  await edit1.resolve('mine')
  expect(versions.get('u1')![0]).toMatchObject({
    version: 2,
    transcript: 'text by ada',
    before: 'text by bob',
  })
  expect(edit1.getSnapshot().phase).toBe('saved')
})

test('taking the other text drops the draft, and it can be brought back', async () => {
  const { edit1, edit, actions, posted } = setUp()
  edit('u1', 'text by bob', 'bob@example.com')
  edit1.change('text by ada')
  await edit1.save()
  await edit1.resolve('theirs')
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'clean', text: 'text by bob', version: 1 })
  actions[0]!()
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'dirty', text: 'text by ada' })
  expect(await edit1.save()).toBe(true)
  expect(posted()).toHaveLength(2)
})

test('a draft of before a reload does not overwrite what was saved since', async () => {
  const { edit1, edit, open, options } = setUp()
  edit1.change('old draft')
  const newer = edit('u1', 'text by bob', 'bob@example.com')
  const room = new TrainingRoom({ ...options, region: 'us-east' })
  const reloaded = room.edits.of({ ...wireShard(1), transcript: newer.transcript, version: newer.version })
  expect(reloaded.getSnapshot().text).toBe('old draft')
  expect(await reloaded.save()).toBe(false)
  expect(reloaded.getSnapshot().phase).toBe('conflict')
  reloaded.cancel()
  expect(reloaded.getSnapshot()).toMatchObject({ phase: 'clean', text: 'text by bob', version: 1 })
  expect(await reloaded.put('a new text')).toBe(true)
  expect(open().getSnapshot().phase).toBe('clean')
})

test('undo brings the text before the last save back, as a version of its own', async () => {
  const { edit1, versions } = setUp()
  await edit1.put('second')
  await edit1.put('third')
  await edit1.undo()
  expect(edit1.getSnapshot()).toMatchObject({ text: 'second', canUndo: true, version: 3 })
  await edit1.undo()
  expect(edit1.getSnapshot()).toMatchObject({ text: 'text 1', canUndo: false, version: 4 })
  expect(versions.get('u1')).toHaveLength(5)
})

test('a save that fails keeps the text and says why', async () => {
  const { edit1, service } = setUp()
  service.failure = 503
  edit1.change('text one')
  expect(await edit1.save()).toBe(false)
  expect(edit1.getSnapshot()).toMatchObject({ phase: 'failed', text: 'text one' })
  expect(edit1.getSnapshot().error?.message).toBe('Out of order')
  service.failure = undefined
  expect(await edit1.save()).toBe(true)
})

test('a shard is marked as unusable with a reason, and unmarked', async () => {
  const { edit1, toasts, service } = setUp()
  await edit1.markUnusable('Noise')
  expect(edit1.getSnapshot().unusable?.reason).toBe('Noise')
  await edit1.unmarkUnusable()
  expect(edit1.getSnapshot().unusable).toBeNull()
  service.failure = 500
  await edit1.markUnusable('Noise')
  expect(edit1.getSnapshot()).toMatchObject({ unusable: null, isMarking: false })
  await vi.waitFor(() => expect(toasts).toEqual(['Out of order']))
})

test('TRN-01 the last key before a save is in it', async () => {
  const { edit1, versions } = setUp()
  for (const text of ['t', 'te', 'tex', 'text one']) edit1.type(text)
  await edit1.save()
  expect(versions.get('u1')![0]!.transcript).toBe('text one')
})
