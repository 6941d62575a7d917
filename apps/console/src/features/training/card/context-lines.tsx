import type { Neighbours, SpokenNearby } from '@livetap/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTraining } from '../training-context'
import classes from './card.module.css'

/** A card that is scrolled past asks for nothing. */
const REST_MS = 250

interface Props {
  id: string
  /** The text, with the line that goes below it. */
  children: (after: ReactNode) => ReactNode
}

/** What was said right before and right after, on a line each whose room is kept. */
export function ContextLines({ id, children }: Props) {
  const { neighbours } = useTraining()
  const [found, setFound] = useState<Neighbours>()
  useEffect(() => {
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
  }, [neighbours, id])
  return (
    <div className={classes.said}>
      <Line label="Before" spoken={found?.before.at(-1)} />
      {children(<Line label="After" spoken={found?.after[0]} />)}
    </div>
  )
}

function Line({ label, spoken }: { label: string; spoken: SpokenNearby | undefined }) {
  return (
    <p className={classes.nearby} title={spoken?.text} dir="auto">
      {spoken && (
        <>
          <span className={classes.nearbyLabel}>{label}:</span> {spoken.text}
        </>
      )}
    </p>
  )
}
