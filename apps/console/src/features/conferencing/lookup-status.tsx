import type { Conference } from '@livetap/contract'
import { counted } from '@livetap/contract'
import { Button } from '@mantine/core'
import { useStore } from '../../shared/use-store'
import classes from './conferencing.module.css'
import type { ConferenceResolver } from './use-resolver'

interface Props {
  resolver: ConferenceResolver
  rows: readonly Conference[]
}

/** How far the ids are looked up, and another try for those that were not found. */
export function LookupStatus({ resolver, rows }: Props) {
  const { left, missing } = useStore(resolver)
  return (
    <>
      <span className={classes.lookup} role="status">
        {left > 0 && `${counted(left, 'id')} to look up`}
      </span>
      {left === 0 && missing > 0 && (
        <Button size="xs" variant="default" onClick={() => resolver.askAgain(rows)}>
          Look up {counted(missing, 'id')} again
        </Button>
      )}
    </>
  )
}
