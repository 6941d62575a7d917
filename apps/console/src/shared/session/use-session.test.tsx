import type { Scope } from '@livetap/session'
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from './use-session'

/** What React asks of a page in which no element is ever drawn. */
const page = { nodeType: 9, activeElement: null, addEventListener() {}, removeEventListener() {} }
const container = () => ({ nodeType: 1, tagName: 'DIV', ownerDocument: page, addEventListener() {} })

beforeEach(() => {
  vi.stubGlobal('window', { event: undefined, HTMLIFrameElement: class {} })
  vi.stubGlobal('document', page)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => vi.unstubAllGlobals())

interface Opening {
  of: string
  disposals: number
}

/** Renders the hook as a development build does, which opens twice at first. */
function mount(open?: (opening: Opening) => Opening | Promise<Opening>) {
  const openings: Opening[] = []
  const seen: (Opening | undefined)[] = []
  function Screen({ of }: { of: string }) {
    const session = useSession(
      (scope: Scope) => {
        const opening = { of, disposals: 0 }
        openings.push(opening)
        scope.add(() => opening.disposals++)
        return open?.(opening) ?? opening
      },
      [of],
    )
    seen.push(session)
    return null
  }
  const root = createRoot(container() as unknown as Element)
  return {
    openings,
    seen,
    show: (of: string) =>
      act(async () =>
        root.render(
          <StrictMode>
            <Screen of={of} />
          </StrictMode>,
        ),
      ),
    leave: () => act(async () => root.unmount()),
  }
}

test('each opening is disposed exactly once, and the screen has the one that is not', async () => {
  const screen = mount()
  await screen.show('a')
  expect(screen.openings.map(({ disposals }) => disposals)).toEqual([1, 0])
  expect(screen.seen[0]).toBeUndefined()
  expect(screen.seen.at(-1)).toBe(screen.openings[1])
  await screen.show('a')
  expect(screen.openings).toHaveLength(2)
  await screen.show('b')
  expect(screen.openings.map(({ disposals }) => disposals)).toEqual([1, 1, 0])
  expect(screen.seen.at(-1)).toMatchObject({ of: 'b' })
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
  expect(screen.seen.at(-1)).toBeUndefined()
  await act(async () => late.get('b')!())
  expect(screen.seen.at(-1)).toBe(screen.openings.at(-1))
  await screen.leave()
  expect(screen.openings.every(({ disposals }) => disposals === 1)).toBe(true)
})
