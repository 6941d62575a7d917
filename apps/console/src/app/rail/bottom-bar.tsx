import { IconDots, IconHistory } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useStore } from '../../shared/use-store'
import classes from './bottom-bar.module.css'
import { startEntry } from './rail-entries'
import { HelpGroup, MeetingGroup, SearchButton, WorkGroups } from './rail-groups'
import { RailButton, RailLink } from './rail-row'
import { railState } from './rail-state'
import { useCloseOutside } from './use-close-outside'

/** The rail of a small window: the rest opens above it. */
export function BottomBar() {
  const open = useStore(railState, state => state.open)
  const box = useRef<HTMLElement>(null)
  useCloseOutside(box, open !== undefined)
  return (
    <nav ref={box} className={classes.bar} aria-label="Screens">
      <RailButton
        Icon={IconHistory}
        label="Meetings"
        isExpanded={open === 'meetings'}
        onClick={() => railState.toggle('meetings')}
      />
      {open === 'meetings' && (
        <Sheet>
          <MeetingGroup />
        </Sheet>
      )}
      <RailLink entry={startEntry} />
      <SearchButton />
      <RailButton
        Icon={IconDots}
        label="More"
        isExpanded={open === 'more'}
        onClick={() => railState.toggle('more')}
      />
      {open === 'more' && (
        <Sheet>
          <WorkGroups />
          <HelpGroup />
        </Sheet>
      )}
    </nav>
  )
}

const Sheet = ({ children }: { children: ReactNode }) => <div className={classes.sheet}>{children}</div>
