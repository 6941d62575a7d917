import type { OverviewAnswer } from '@livetap/contract'
import type { ReactNode } from 'react'
import { Link, useMatches } from 'react-router'
import { useOverview } from '../../shared/session/session-context'
import classes from './rail.module.css'
import type { RailCount, RailEntry } from './rail-entries'
import { railState } from './rail-state'

export function RailLink({ entry: { label, more, to, Icon, screens, count } }: { entry: RailEntry }) {
  const screen = useMatches().at(-1)?.id
  const isCurrent = (screens as readonly unknown[]).includes(screen)
  return (
    <Link
      to={to}
      className={classes.row}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={railState.close}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        {label}
        {more && <span className={classes.unseen}> {more}</span>}
      </span>
      {count && <Count of={count} />}
    </Link>
  )
}

interface ButtonProps {
  Icon: RailEntry['Icon']
  label: string
  onClick: () => void
  opensDialog?: boolean
  isExpanded?: boolean
}

export function RailButton({ Icon, label, onClick, opensDialog, isExpanded }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes.row}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
    </button>
  )
}

/** Its heading is short where only the icons are seen, and the name of its list everywhere. */
export function RailGroup({ heading, children }: { heading: string; children: ReactNode[] }) {
  return (
    <div className={classes.group}>
      <span className={classes.heading} aria-hidden>
        {heading}
      </span>
      <ul aria-label={heading}>{children}</ul>
    </div>
  )
}

const MAX_SHOWN = 99

/** Nothing where there is nothing to count. */
function Count({ of }: { of: (overview: OverviewAnswer) => RailCount }) {
  const overview = useOverview()
  if (!overview) return null
  const { count, tone, label } = of(overview)
  if (count === 0) return null
  return (
    <span className={classes.count} data-tone={tone} data-hint={label}>
      <span aria-hidden>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className={classes.unseen}>({label})</span>
    </span>
  )
}
