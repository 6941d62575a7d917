import { useContext } from 'react'
import { SharedHeadingContext } from '../frame/screen-heading'
import classes from './meeting-heading.module.css'

/** On one line, for a screen whose page has no header of its own. Where there is little room its views are elsewhere. */
export function HubHeader({ withViews }: { withViews: boolean }) {
  const shared = useContext(SharedHeadingContext)
  if (!shared) return null
  return (
    <div className={classes.row}>
      {shared.heading}
      {withViews && shared.views}
    </div>
  )
}

/** The way to the other views of the meeting, for where its header has no room for them. */
export const HubViews = () => useContext(SharedHeadingContext)?.views
