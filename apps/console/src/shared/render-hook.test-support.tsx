import { act, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

/** What React asks of a page in which no element is ever drawn. */
const page = { nodeType: 9, activeElement: null, addEventListener() {}, removeEventListener() {} }

/** Before a test that renders a hook; `vi.unstubAllGlobals()` after it. */
export function stubPage(): void {
  vi.stubGlobal('window', { event: undefined, HTMLIFrameElement: class {} })
  vi.stubGlobal('document', page)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** Runs a hook as a development build does, which runs every effect twice at first. `results` holds what each render gave. */
export function renderHook<Input, Result>(
  useHook: (input: Input) => Result,
  wrap: (children: ReactNode) => ReactNode = children => children,
) {
  const results: Result[] = []
  function Screen({ input }: { input: Input }) {
    results.push(useHook(input))
    return null
  }
  const container = { nodeType: 1, tagName: 'DIV', ownerDocument: page, addEventListener() {} }
  const root = createRoot(container as unknown as Element)
  return {
    results,
    show: (input: Input) =>
      act(async () => root.render(<StrictMode>{wrap(<Screen input={input} />)}</StrictMode>)),
    leave: () => act(async () => root.unmount()),
  }
}
