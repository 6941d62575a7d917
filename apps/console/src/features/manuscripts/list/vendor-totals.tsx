import type { ManuscriptFilters } from '@livetap/contract'
import { counted } from '@livetap/contract'
import { projectTotals } from '@livetap/contract/calls/manuscripts'
import { formatHours } from '@livetap/session'
import { useListQuery } from '../../../shared/remote/list-queries'
import { useApi } from '../../../shared/session/session-context'
import classes from '../manuscripts.module.css'
import { MANUSCRIPTS } from '../use-project-actions'
import { vendorName } from './project-columns'

/** What the filtered projects add up to, per vendor; absent while it is not known. */
export function VendorTotals({ filters }: { filters: ManuscriptFilters }) {
  const api = useApi()
  const { data } = useListQuery([MANUSCRIPTS, 'totals', filters], signal =>
    api.call(projectTotals, { query: filters }, { signal }),
  )
  if (!data?.vendors.length) return null
  return (
    <ul className={classes.totals} aria-label="Totals per vendor">
      {data.vendors.map(({ vendor, projects, ms_required, ms_sent, ms_received }) => (
        <li key={vendor}>
          <b>{vendorName(vendor)}</b> {counted(projects, 'project')}, {formatHours(ms_required)} h required,{' '}
          {formatHours(ms_sent)} h sent, {formatHours(ms_received)} h received
        </li>
      ))}
    </ul>
  )
}
