import type { Scope } from '@livetap/session'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook, stubPage } from '../render-hook.test-support'
import { useSession } from './use-session'

beforeEach(stubPage)
afterEach(() => vi.unstubAllGlobals())

interface Opening {
  of: string
  disposals: number
}

function mount(open?: (opening: Opening) => Opening | Promise<Opening>) {
  const openings: Opening[] = []
  const screen = renderHook((of: string) =>
    useSession(
      (scope: Scope) => {
        const opening = { of, disposals: 0 }
        openings.push(opening)
        scope.add(() => opening.disposals++)
        return open?.(opening) ?? opening
      },
      [of],
    ),
  )
  return { openings, ...screen }
}

test('each opening is disposed exactly once, and the screen has the one that is not', async () => {
  const screen = mount()
  await screen.show('a')
  expect(screen.openings.map(({ disposals }) => disposals)).toEqual([1, 0])
  expect(screen.results[0]).toBeUndefined()
  expect(screen.results.at(-1)).toBe(screen.openings[1])
  await screen.show('a')
  expect(screen.openings).toHaveLength(2)
  await screen.show('b')
  expect(screen.openings.map(({ disposals }) => disposals)).toEqual([1, 1, 0])
  expect(screen.results.at(-1)).toMatchObject({ of: 'b' })
  await screen.leave()
  expect(screen.openings.map(({ disposals }) => disposals)).toEqual([1, 1, 1])
})

test('what is opened late is shown, unless the screen shows another one by then', async () => {
  const late = new Map<string, () => void>()
  const screen = mount(opening => new Promise(resolve => late.set(opening.of, () => resolve(opening))))
  await screen.show('a')
  const arriveLate = late.get('a')!
  await screen.show('b')
  await act(async () => arriveLate())
  expect(screen.results.at(-1)).toBeUndefined()
  await act(async () => late.get('b')!())
  expect(screen.results.at(-1)).toBe(screen.openings.at(-1))
  await screen.leave()
  expect(screen.openings.every(({ disposals }) => disposals === 1)).toBe(true)
})
