import { TOOLTIP_CLOSE_MS, TOOLTIP_OPEN_MS } from '@livetap/contract'
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { type CSSProperties, useRef } from 'react'
import { useStore } from '../../shared/use-store'
import { BottomBar } from './bottom-bar'
import classes from './rail.module.css'
import { startEntry } from './rail-entries'
import { HelpGroup, MeetingGroup, SearchButton, WorkGroups } from './rail-groups'
import { RailButton, RailLink } from './rail-row'
import { railState } from './rail-state'
import { useCloseOutside } from './use-close-outside'
import { useRailPlace } from './use-rail-place'

const hintTimes = {
  '--hint-open': `${TOOLTIP_OPEN_MS}ms`,
  '--hint-close': `${TOOLTIP_CLOSE_MS}ms`,
} as CSSProperties

/** The way to every screen: icons at the left whose labels show when pointed at, focused or pinned; in a small window a bar at its bottom. */
export function Rail() {
  return useRailPlace().place === 'bar' ? <BottomBar /> : <SideRail />
}

function SideRail() {
  const { place, hasRoom } = useRailPlace()
  const isOpen = useStore(railState, ({ open }) => open === 'labels')
  const box = useRef<HTMLElement>(null)
  useCloseOutside(box, isOpen)
  return (
    <nav
      ref={box}
      className={classes.rail}
      aria-label="Screens"
      data-place={place}
      data-open={isOpen || undefined}
      style={hintTimes}
    >
      <div className={classes.panel}>
        <RailButton
          Icon={IconLayoutSidebarLeftExpand}
          label="Labels"
          isExpanded={place === 'docked' || isOpen}
          onClick={hasRoom ? railState.togglePinned : () => railState.toggle('labels')}
        />
        <RailLink entry={startEntry} />
        <SearchButton />
        <MeetingGroup />
        <WorkGroups />
        <div className={classes.space} />
        <HelpGroup />
      </div>
    </nav>
  )
}
