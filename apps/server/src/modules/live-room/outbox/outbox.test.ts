import { expect, test } from 'vitest'
import { Outbox } from './outbox'

/** What becomes of one message over a database that answers its commits like this, and how often it was asked. */
async function announced(failureOf: (attempt: number) => Error | undefined) {
  const said: unknown[] = []
  const stuck: unknown[] = []
  let attempts = 0
  const outbox = new Outbox({
    meetingId: 'm',
    reserve: async count => count,
    commit: async () => {
      attempts += 1
      const failure = failureOf(attempts)
      if (failure) throw failure
    },
    prepare: announcement => announcement,
    deliver: ({ message }) => void said.push(message),
    onStuck: error => void stuck.push(error),
    retries: { refusedMs: [0, 0, 0], outageMs: 0 },
  })
  await outbox.open()
  outbox.push({ type: 'chimes_disabled', body: {}, durable: true })
  await outbox.flush()
  return { said: said.length, stuck, attempts }
}

test('a database that is away is asked until it is back, more often than what it refuses is repeated', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const result = await announced(attempt => (attempt <= 20 ? away : undefined))
  expect(result).toEqual({ said: 1, stuck: [], attempts: 21 })
})

test('what the database refuses is repeated a few times, and is stuck then', async () => {
  const refused = new Error('violates a check')
  expect(await announced(attempt => (attempt <= 3 ? refused : undefined))).toMatchObject({
    said: 1,
    stuck: [],
  })
  expect(await announced(() => refused)).toEqual({ said: 0, stuck: [refused], attempts: 4 })
})
