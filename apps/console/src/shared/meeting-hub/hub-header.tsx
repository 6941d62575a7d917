import { useContext } from 'react'
import { SharedHeadingContext } from '../frame/screen-heading'
import classes from './meeting-heading.module.css'

/** On one line, for a screen whose page has no header of its own. */
export function HubHeader() {
  const shared = useContext(SharedHeadingContext)
  if (!shared) return null
  return (
    <div className={classes.row}>
      {shared.heading}
      {shared.views}
    </div>
  )
}
