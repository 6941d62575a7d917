import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { footerHeight } from './footer-height'

export const slotIds = { connection: 'frame-connection', footer: 'frame-footer' } as const

function Slot({ id, children }: { id: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(id)), [id])
  return place && createPortal(children, place)
}

/** Shown in the top bar: the state of the screen's connection. */
export function ConnectionSlot({ children }: { children: ReactNode }) {
  return <Slot id={slotIds.connection}>{children}</Slot>
}

/** A bar at the bottom of the screen (a play bar). Toasts stay above it. */
export function FooterSlot({ children }: { children: ReactNode }) {
  return (
    <Slot id={slotIds.footer}>
      <Measured>{children}</Measured>
    </Slot>
  )
}

function Measured({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      footerHeight.show(Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0))
    })
    if (box.current) observer.observe(box.current)
    return () => {
      observer.disconnect()
      footerHeight.show(0)
    }
  }, [])
  return <div ref={box}>{children}</div>
}
