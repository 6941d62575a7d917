import { counted } from '@livetap/contract'
import type { LogExplorerState } from '@livetap/session'
import { Button } from '@mantine/core'

interface Props {
  histogram: LogExplorerState['histogram']
  loading: boolean
  onClick: () => void
}

/** How many errors there are, and the way to the first; empty without errors. */
export function FirstErrorButton({ histogram, loading, onClick }: Props) {
  const errors = histogram?.buckets.filter(({ severity }) => severity === 'ERROR') ?? []
  const count = errors.reduce((sum, { count }) => sum + count, 0)
  if (count === 0) return null
  return (
    <Button size="xs" variant="light" color="red" loading={loading} onClick={onClick}>
      {counted(count, 'error: show it', 'errors: show the first')}
    </Button>
  )
}
