import { ApiError, UploadControl } from '@livetap/session'
import { expect, test } from 'vitest'
import { fileNamed, testNow, valuesWith } from '../form/form-values.test-support'
import type { StartContext } from '../start/start-context'
import { uploadAll } from '../start/start-upload'
import { UploadRows } from './upload-rows'

const files = ['a.wav', 'b.wav', 'c.wav'].map(name => fileNamed(name, 'abc', 'audio/wav'))

function contextWith(failing: readonly string[]) {
  const failed: Error[] = []
  const sessions: unknown[] = []
  const rows = new UploadRows()
  const context = {
    uploads: {
      createSession: async (body, _signal, file) => {
        sessions.push(file?.name)
        return { meeting_id: `m-${body.file_name}`, upload_url: `/up/${body.file_name}` }
      },
      send: async (session, _file, options) => {
        options.onPhase?.('uploading')
        options.onPercent?.(40)
        if (failing.includes(session.meeting_id))
          throw new ApiError('client', 'No space left', { status: 413 })
      },
    },
    nowMs: () => testNow,
    onProgress: () => {},
    onUploaded: () => {},
    onFileFailed: error => failed.push(error),
    uploadRows: rows,
    uploadControl: new UploadControl(),
    signal: new AbortController().signal,
  } satisfies Partial<StartContext> as unknown as StartContext
  return { context, rows, failed, sessions }
}

test('a file that fails does not keep the others, and says why', async () => {
  const { context, rows, failed, sessions } = contextWith(['m-b.wav'])
  const result = await uploadAll(valuesWith({ audio_files: files, source: 's' }), context)
  expect(result).toMatchObject({
    kind: 'uploaded',
    meetings: [{ file_name: 'a.wav' }, { file_name: 'c.wav' }],
  })
  expect(rows.getSnapshot()).toMatchObject([
    { fileName: 'a.wav', state: 'done', percent: 100 },
    { fileName: 'b.wav', state: 'failed', percent: 40, error: 'No space left' },
    { fileName: 'c.wav', state: 'done', percent: 100 },
  ])
  expect(failed.map(error => error.message)).toEqual(['Failed upload meeting audio'])
  expect(sessions).toEqual(['a.wav', 'b.wav', 'c.wav'])
})

test('UPL-05 when every file fails the start fails with the text of its step', async () => {
  const { context, rows, failed } = contextWith(['m-a.wav', 'm-b.wav', 'm-c.wav'])
  const starting = uploadAll(valuesWith({ audio_files: files, source: 's' }), context)
  await expect(starting).rejects.toThrow('Failed upload meeting audio')
  expect(rows.getSnapshot().map(row => row.state)).toEqual(['failed', 'failed', 'failed'])
  expect(failed).toEqual([])
})

test('UPL-04 two files of which one arrives are still a list', async () => {
  const { context } = contextWith(['m-b.wav'])
  const result = await uploadAll(valuesWith({ audio_files: files.slice(0, 2), source: 's' }), context)
  expect(result).toMatchObject({ kind: 'uploaded', meetings: [{ meeting_id: 'm-a.wav' }] })
})
