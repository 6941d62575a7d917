import { expect, test } from 'vitest'
import type { Job, JobKind } from './jobs'
import { noLiveWork, withWork } from './live-work'

const pcm = new Int16Array()
const done = (kind: JobKind, priority: 'live' | 'interim' | 'batch', job: object = {}) => ({
  kind,
  priority,
  job: { pcm, draft: [], ...job } as unknown as Job,
  soundMs: 1000,
  workMs: 200,
})

test('the final results of calls count, in every language; interim ones and recordings do not', () => {
  const jobs = [
    done('final', 'live'),
    done('whisper', 'live', { language: 'fr' }),
    done('interim', 'interim'),
    done('vad', 'live'),
    done('final', 'batch'),
  ]
  expect(jobs.reduce(withWork, noLiveWork)).toEqual({ soundMs: 2000, workMs: 400 })
})

test('a second opinion on English is more work on the same sound', () => {
  const jobs = [done('final', 'live'), done('whisper', 'live', { language: 'en' })]
  expect(jobs.reduce(withWork, noLiveWork)).toEqual({ soundMs: 1000, workMs: 400 })
})
