import type { Neighbours, SpokenNearby } from '@livetap/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTraining } from '../training-context'
import classes from './card.module.css'

/** A card that is scrolled past asks for nothing. */
const REST_MS = 250

interface Props {
  id: string
  isShown: boolean
  /** The text, with the line that goes below it. */
  children: (after: ReactNode) => ReactNode
}

/** What was said right before and right after, where it is shown on a line each whose room is kept. */
export function ContextLines({ id, isShown, children }: Props) {
  const { neighbours } = useTraining()
  const [found, setFound] = useState<Neighbours>()
  useEffect(() => {
    if (!isShown) return
    let isOpen = true
    const timer = setTimeout(() => {
      neighbours(id).then(
        answer => isOpen && setFound(answer),
        // The card is complete without them.
        () => {},
      )
    }, REST_MS)
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [neighbours, id, isShown])
  return (
    <div className={classes.said}>
      {isShown && <Line label="Before" spoken={found?.before.at(-1)} />}
      {children(isShown && <Line label="After" spoken={found?.after[0]} />)}
    </div>
  )
}

function Line({ label, spoken }: { label: string; spoken: SpokenNearby | undefined }) {
  return (
    <p className={classes.nearby} data-hint={spoken?.text} dir="auto">
      {spoken && (
        <>
          <span className={classes.nearbyLabel}>{label}:</span> {spoken.text}
        </>
      )}
    </p>
  )
}
