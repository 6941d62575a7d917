import type { StatsRow } from '@livetap/session'
import { Switch } from '@mantine/core'
import { useSearchParams } from 'react-router'
import classes from '../diagnostics.module.css'

const HIDE_PARAM = 'hide_missing'

/** Whether rows without a value are left out; the address keeps it. */
export const useHidesMissing = (): boolean => useSearchParams()[0].get(HIDE_PARAM) === 'true'

/** How many rows have no value, and the switch that hides them. */
export function StatsRowsBar({ rows }: { rows: readonly StatsRow[] }) {
  const [, setSearch] = useSearchParams()
  const hides = useHidesMissing()
  const missing = rows.filter(({ found, loading }) => !found && !loading).length
  const set = (on: boolean) =>
    setSearch(
      before => {
        const after = new URLSearchParams(before)
        if (on) after.set(HIDE_PARAM, 'true')
        else after.delete(HIDE_PARAM)
        return after
      },
      { replace: true },
    )
  return (
    <div className={classes.filters}>
      <Switch
        size="xs"
        label="Hide missing"
        checked={hides}
        onChange={event => set(event.currentTarget.checked)}
      />
      <span className={classes.aside}>
        {missing} of {rows.length} have no value
      </span>
    </div>
  )
}
