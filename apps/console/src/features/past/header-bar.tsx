import { texts } from '@livetap/contract'
import { Loader, Title } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { useStore } from '../../shared/use-store'
import { AutoScrollContext } from './list/auto-scroll-context'
import classes from './past.module.css'

interface Props {
  title: string
  /** The meeting's own title, or the file's name, with what else tells it from others. */
  lead?: ReactNode
  /** What is awaited, in the documents' words. */
  status?: string
  /** False: there is nothing that could scroll. */
  hasList?: boolean
  children: ReactNode
}

export function HeaderBar({ title, lead, status, hasList = true, children }: Props) {
  const autoScroll = useContext(AutoScrollContext)
  const { isOn } = useStore(autoScroll)
  return (
    <header className={classes.header}>
      <div className={classes.headings}>
        <Title order={1} className={lead ? classes.kind : undefined}>
          {title}
        </Title>
        {lead}
      </div>
      {hasList && (
        <span className={classes.follow} data-on={isOn || undefined} data-testid="auto-scroll">
          {isOn ? texts.past.autoScrollOn : texts.past.autoScrollOff}
        </span>
      )}
      <span className={classes.status} role="status" data-testid="past-status">
        {status && (
          <>
            {status.startsWith(texts.past.playerNotReady) || <Loader size={12} aria-hidden />}
            {status}
          </>
        )}
      </span>
      <div className={classes.controls}>{children}</div>
    </header>
  )
}
