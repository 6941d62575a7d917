import { type ManuscriptFilters, type ManuscriptProject, texts } from '@livetap/contract'
import { listProjects } from '@livetap/contract/calls/manuscripts'
import { CheckedProjects, MAX_CHECKED_PROJECTS } from '@livetap/session'
import { useEffect, useState } from 'react'
import { useApi } from '../../../shared/session/session-context'
import { useStore } from '../../../shared/use-store'

/** As many as the list hands out at once: all of them are read for their ids alone. */
const PAGE = 500

interface Shown {
  filters: ManuscriptFilters
  rows: readonly ManuscriptProject[]
  /** How many the filters let through, on all pages. */
  total: number
}

/** The checked projects of the list. They belong to its filters: with others none is checked. */
export function useCheckedProjects({ filters, rows, total }: Shown) {
  const api = useApi()
  const [checked] = useState(() => new CheckedProjects())
  const { ids, finding, error } = useStore(checked)
  const filtered = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is checked ends with the filters
  useEffect(() => () => checked.clear(), [checked, filtered])
  const chosen = checked.of(rows)
  const isAll = !finding && chosen.length > 0 && chosen.length >= total
  const checkAll = (isChecked: boolean) => {
    if (!isChecked) return checked.clear()
    if (rows.length >= total)
      return checked.check(
        rows.map(({ id }) => id),
        true,
      )
    void checked.checkAll((next, signal) =>
      api.call(listProjects, { query: { ...filters, limit: PAGE, next } }, { signal }),
    )
  }
  const said = finding
    ? texts.manuscripts.checkingAll(finding.found, finding.total || total)
    : error
      ? texts.manuscripts.notAllChecked(chosen.length, error.message)
      : isAll && total > 1
        ? texts.manuscripts.allChecked(total)
        : chosen.length === MAX_CHECKED_PROJECTS
          ? texts.manuscripts.notAllChecked(chosen.length, 'narrow the filters to reach the others')
          : chosen.length > 0
            ? texts.manuscripts.someChecked(chosen.length)
            : ''
  return { checked, ids, chosen, isAll, isFinding: finding !== undefined, checkAll, said }
}
