import { Title } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { SharedHeadingContext } from './screen-heading'
import classes from './screen-page.module.css'

interface Props {
  title: string
  /** How many there are, or how old it is. */
  aside?: ReactNode
  controls: ReactNode
  children: ReactNode
}

export function ScreenPage({ title, aside, controls, children }: Props) {
  const shared = useContext(SharedHeadingContext)
  return (
    <div className={classes.page}>
      <header className={classes.header} data-shared={shared ? '' : undefined}>
        <div className={classes.headings}>
          <Title order={1} className={shared && classes.kind}>
            {title}
          </Title>
          {shared?.heading}
        </div>
        {aside && <span className={classes.aside}>{aside}</span>}
        <div className={classes.controls}>{controls}</div>
      </header>
      {shared?.views}
      {children}
    </div>
  )
}
