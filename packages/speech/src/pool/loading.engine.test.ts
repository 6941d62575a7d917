import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { modelsRoot } from '../models/model-folder'
import { missingModels } from '../testing/model-state'
import { silence } from '../testing/synthetic-sound'
import { WorkerLane } from './worker-lane'

const missing = await missingModels('silero')

/** Shorter than the start of any process. */
const jobTimeoutMs = 20

function lane(loadingMs: number): WorkerLane {
  const one = new WorkerLane({ modelsRoot: modelsRoot(), threads: 1, processes: 1, jobTimeoutMs, loadingMs })
  onTestFinished(() => one.close())
  return one
}

describe.skipIf(missing)(
  'a process that loads its models beside much other work',
  { timeout: inject('testMs'), meta: { skipReason: missing } },
  () => {
    test('is given the time for it: killed in the middle it would begin anew, and never be ready', async () => {
      const slow = lane(240_000)
      const found = await slow.runNow('vad', { pcm: silence(1) })
      expect(found.probabilities.length).toBeGreaterThan(0)
      expect(slow.crashes).toBe(0)
    })

    test('without that time it is killed each time', async () => {
      const impatient = lane(0)
      await expect(impatient.runNow('vad', { pcm: silence(1) })).rejects.toMatchObject({ reason: 'crashed' })
      expect(impatient.crashes).toBe(2)
    })
  },
)
