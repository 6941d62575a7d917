import { wordDifference } from '@livetap/transcript'
import { Fragment } from 'react'
import classes from './difference.module.css'

/** A text with what it took out of the one before struck through, and what it put in marked. */
export function Difference({ before, after }: { before: string; after: string }) {
  return (
    <span className={classes.text} dir="auto">
      {wordDifference(before, after).map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two texts that never change
        <Fragment key={at}>
          {at > 0 && ' '}
          {kind === 'removed' ? <del>{text}</del> : kind === 'added' ? <ins>{text}</ins> : text}
        </Fragment>
      ))}
    </span>
  )
}
