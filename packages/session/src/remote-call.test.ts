import { expect, test } from 'vitest'
import { RemoteCall } from './remote-call'

function observed<T>(task: (signal: AbortSignal) => Promise<T>) {
  const call = new RemoteCall(task)
  const seen: string[] = []
  call.subscribe(() => {
    const { phase, loading } = call.getSnapshot()
    seen.push(`${phase}:${loading}`)
  })
  return { call, seen }
}

test('ACC-14 a call that succeeds: request loads, success does not', async () => {
  const { call, seen } = observed(async () => 7)
  expect(call.getSnapshot()).toMatchObject({ phase: 'idle', loading: false })
  expect(await call.run()).toEqual({ phase: 'success', data: 7 })
  expect(seen).toEqual(['request:true', 'success:false'])
  expect(call.getSnapshot()).toMatchObject({ data: 7, error: undefined })
})

test('ACC-14 a call that fails clears its loading flag and keeps its error', async () => {
  const { call, seen } = observed(async () => {
    throw new Error('no')
  })
  const outcome = await call.run()
  expect(outcome).toMatchObject({ phase: 'failure', error: { message: 'no' } })
  expect(seen).toEqual(['request:true', 'failure:false'])
})

test('ACC-14 fulfil is sent only when a running call is cancelled', async () => {
  let aborted = false
  const { call, seen } = observed(
    signal =>
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => {
          aborted = true
          reject(new Error('cancel'))
        }),
      ),
  )
  call.cancel()
  expect(seen).toEqual([])
  const running = call.run()
  await Promise.resolve()
  call.cancel()
  expect(await running).toEqual({ phase: 'fulfil' })
  expect(aborted).toBe(true)
  expect(seen).toEqual(['request:true', 'fulfil:false'])
  expect(call.getSnapshot().error).toBeUndefined()
})

test('a newer run cancels the older one, whose late answer is dropped', async () => {
  const answers: ((value: string) => void)[] = []
  const { call, seen } = observed(() => new Promise<string>(resolve => answers.push(resolve)))
  const first = call.run()
  await Promise.resolve()
  const second = call.run()
  await Promise.resolve()
  answers[1]!('new')
  answers[0]!('old')
  expect(await first).toEqual({ phase: 'fulfil' })
  expect(await second).toEqual({ phase: 'success', data: 'new' })
  expect(call.getSnapshot().data).toBe('new')
  expect(seen).toEqual(['request:true', 'fulfil:false', 'request:true', 'success:false'])
})

test('a reload keeps the last answer on screen, reset forgets it', async () => {
  let n = 0
  const { call } = observed(async () => ++n)
  await call.run()
  const again = call.run()
  expect(call.getSnapshot()).toMatchObject({ phase: 'request', data: 1 })
  await again
  call.reset()
  expect(call.getSnapshot()).toMatchObject({ phase: 'idle', loading: false, data: undefined })
})

test('a task that throws before its first await is a failure, not a crash', async () => {
  const { call } = observed((() => {
    throw 'plain'
  }) as () => Promise<never>)
  expect(await call.run()).toMatchObject({ phase: 'failure', error: { message: 'plain' } })
})
