import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../log/log'
import { type Supervised, Supervisor } from './supervisor'

const limits = { probeMs: 5, answerMs: 50, silences: 2 }

function supervised(database: Partial<Supervised>) {
  const lines: { msg: string }[] = []
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const start = vi.fn(async () => {})
  const end = vi.fn(async () => {})
  const supervisor = new Supervisor(
    { isRunning: () => true, isResponsive: async () => true, end, start, ...database },
    createLog('info', output),
    limits,
  )
  onTestFinished(() => supervisor.stop())
  return { start, end, messages: () => lines.map(({ msg }) => msg) }
}

const outOfDescriptors = () => {
  throw Object.assign(new Error('EMFILE: too many open files, open postmaster.pid'), { code: 'EMFILE' })
}

test('a process without a descriptor to look with takes its database neither for stopped nor for frozen', async () => {
  let looks = 0
  const isRunning = () => {
    looks += 1
    return outOfDescriptors()
  }
  const { start, end, messages } = supervised({ isRunning, isResponsive: async () => false })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(20))
  expect(start).not.toHaveBeenCalled()
  expect(end).not.toHaveBeenCalled()
  expect(messages()).toEqual(['no file descriptor left to look at the database with'])
})

test('one that stopped is started again as soon as it can be looked at', async () => {
  let look: () => boolean = outOfDescriptors
  const start = vi.fn(async () => {
    look = () => true
  })
  const { messages } = supervised({ isRunning: () => look(), start })
  await vi.waitFor(() => expect(messages()).toHaveLength(1))
  look = () => false
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(messages()).toContain('database restarted'))
})
