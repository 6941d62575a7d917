import { UNDO_MS } from '@livetap/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type CSSProperties, useEffect } from 'react'
import { useShortcuts } from '../../keys/use-shortcuts'
import { useStore } from '../../use-store'
import classes from './undo-bars.module.css'
import { undoOffers } from './undo-offers'

/** How far toasts stand above one of these. */
export const UNDO_BAR_PX = 52

/** What can be taken back, each in a bar of its own; no time passes while one is hovered or has the focus. */
export function UndoBars({ style }: { style: CSSProperties }) {
  const { offers, isHeld } = useStore(undoOffers)
  useEffect(() => {
    addEventListener('pagehide', undoOffers.settleAll)
    return () => removeEventListener('pagehide', undoOffers.settleAll)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing hold the time; the buttons do the rest
    <div
      className={classes.bars}
      style={style}
      data-held={isHeld || undefined}
      onMouseEnter={undoOffers.hold}
      onMouseLeave={undoOffers.resume}
      onFocus={undoOffers.hold}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) undoOffers.resume()
      }}
    >
      {offers.length > 0 && <UndoKey />}
      <div role="status" className={classes.list}>
        {offers.map(({ id, text }) => (
          <div key={id} className={classes.bar} data-testid="undo-bar">
            <span className={classes.text} data-hint={text}>
              {text}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              aria-keyshortcuts="z"
              onClick={() => leaving(() => undoOffers.undo(id))}
            >
              Undo
            </Button>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label="Dismiss"
              onClick={() => leaving(() => undoOffers.settle(id))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
            <span
              className={classes.time}
              style={{ animationDuration: `${UNDO_MS}ms` } as CSSProperties}
              aria-hidden
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A key of the page as long as there is something to take back. */
function UndoKey() {
  useShortcuts([{ keys: 'z', label: 'Undo what the bar offers', run: undoOffers.undoNewest }])
  return null
}

/** The pressed button goes with its bar: the focus is the screen's again, and does not begin at the top. */
function leaving(act: () => void): void {
  act()
  document.getElementById('content')?.focus({ preventScroll: true })
}
