import { useLayoutEffect, useRef } from 'react'
import { useSession } from '../../session/use-session'
import { useStore } from '../../use-store'
import classes from './hint-layer.module.css'
import { type Hint, Hints } from './hints'

const HINT_ID = 'hint'
const GAP_PX = 6
const EDGE_PX = 4

/** Where the hint of the page is shown: above its element, or below it where there is no room. */
export function HintLayer() {
  const hints = useSession(scope => {
    const opened = new Hints(document.documentElement)
    scope.add(() => opened.dispose())
    return opened
  }, [])
  const hint = useStore(hints)
  return hint && <HintBox hint={hint} />
}

function HintBox({ hint: { anchor, text } }: { hint: Hint }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another width
  useLayoutEffect(() => {
    if (box.current) place(box.current, anchor)
  }, [anchor, text])
  useLayoutEffect(() => {
    if (anchor.hasAttribute('aria-describedby')) return
    anchor.setAttribute('aria-describedby', HINT_ID)
    return () => anchor.removeAttribute('aria-describedby')
  }, [anchor])
  return (
    <div ref={box} id={HINT_ID} role="tooltip" className={classes.hint}>
      {text}
    </div>
  )
}

function place(box: HTMLElement, anchor: HTMLElement): void {
  const around = anchor.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const above = around.top - GAP_PX - height
  const left = around.left + (around.width - width) / 2
  const atMost = window.innerWidth - EDGE_PX - width
  box.style.top = `${above >= EDGE_PX ? above : around.bottom + GAP_PX}px`
  box.style.left = `${Math.max(EDGE_PX, Math.min(left, atMost))}px`
}
