import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../platform/log/log'
import type { JobLease } from '../../jobs'
import type { Stage, StageContext } from '../stage'
import { runMeeting } from './run-meeting'
import type { FinishedStage, StagesStore } from './stages.store'

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['back', -1],
  ['forward', 1],
])(
  'a stage took as long as it ran, though the clock was set %s by an hour meanwhile',
  async (_way, hours) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const finished: FinishedStage[] = []
    const stages = {
      outputs: async () => ({}),
      showProgress: async () => {},
      finishStage: async (_hold: unknown, stage: FinishedStage) => void finished.push(stage),
    } as unknown as StagesStore
    const stage = {
      name: 'probe',
      run: async () => {
        const until = performance.now() + 20
        while (performance.now() < until) await Promise.resolve()
        vi.setSystemTime(Date.now() + hours * 3_600_000)
        return { output: {} }
      },
    } as unknown as Stage
    const begun = performance.now()
    await runMeeting({
      plan: [stage],
      stages,
      job: { subject: 'm1', workerId: 'w1', token: 't1', queue: 'recording' } as JobLease,
      log: createLog('silent'),
      retryDelaysMs: [],
      signal: new AbortController().signal,
      watch: async () => {},
      context: run => run as StageContext,
    })
    expect(finished[0]!.elapsedMs).toBeGreaterThanOrEqual(20)
    expect(finished[0]!.elapsedMs).toBeLessThanOrEqual(Math.ceil(performance.now() - begun))
  },
)
