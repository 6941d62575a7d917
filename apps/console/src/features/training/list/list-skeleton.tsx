import { Skeleton } from '@mantine/core'
import classes from '../card/card.module.css'

/** As high as the cards that come. */
export function ListSkeleton() {
  return (
    <div aria-busy role="status" aria-label="Loading the utterances">
      {Array.from({ length: 5 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} className={classes.card}>
          <div className={classes.head}>
            <Skeleton height={14} width={`${60 - i * 5}%`} />
          </div>
          <Skeleton height={44} />
          <Skeleton height={94} />
        </div>
      ))}
    </div>
  )
}
