import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook, stubPage } from '../render-hook.test-support'
import { SessionContext, type SessionValue } from '../session/session-context'
import { ListQueries, useListQuery } from './list-queries'

beforeEach(stubPage)
afterEach(() => vi.unstubAllGlobals())

const session = { user: { id: 'user' } } as SessionValue

function mount(task: (signal: AbortSignal) => Promise<string>) {
  return renderHook(
    (key: string) => useListQuery([key], task).data,
    children => (
      <SessionContext value={session}>
        <ListQueries>{children}</ListQueries>
      </SessionContext>
    ),
  )
}

test('a call whose screen is left is aborted, and the next visit asks again', async () => {
  const asked: AbortSignal[] = []
  const answers: ((text: string) => void)[] = []
  const task = (signal: AbortSignal) => {
    asked.push(signal)
    return new Promise<string>(resolve => answers.push(resolve))
  }
  const first = mount(task)
  await first.show('rows')
  const running = asked.at(-1)!
  expect(running.aborted).toBe(false)
  await first.leave()
  expect(running.aborted).toBe(true)
  const second = mount(task)
  await second.show('rows')
  expect(asked.at(-1)).not.toBe(running)
  await act(async () => answers.at(-1)!('twelve'))
  await vi.waitFor(() => expect(second.results.at(-1)).toBe('twelve'))
  await second.leave()
})
