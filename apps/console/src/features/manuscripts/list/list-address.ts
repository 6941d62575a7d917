import {
  MANUSCRIPT_SORT_FIELDS,
  type ManuscriptFilters,
  type ManuscriptSortField,
  manuscriptsPath,
  NO_FILTER,
} from '@livetap/contract'
import { useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { ServerSort } from '../../../shared/data-table/server-table'

export type ProjectSort = ServerSort<ManuscriptSortField>
const byName: ProjectSort = { field: 'name', order: 'asc' }

/** An address of the list. The sort is ours and follows the documents' part. */
export function listPath(filters: ManuscriptFilters, { field, order }: ProjectSort): string {
  const path = manuscriptsPath(filters)
  if (field === byName.field && order === byName.order) return path
  return `${path}${path.includes('?') ? '&' : '?'}sort=${field}&order=${order}`
}

export function readSort(search: URLSearchParams): ProjectSort {
  const field = MANUSCRIPT_SORT_FIELDS.find(name => name === search.get('sort'))
  return field ? { field, order: search.get('order') === 'desc' ? 'desc' : 'asc' } : byName
}

const given = (value: string | null | undefined) => (value && value !== NO_FILTER ? value : '')

/** Filters and sort live in the address; none stands for no filter. */
export function useListAddress() {
  const params = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return useMemo(() => {
    const filters = {
      manuscript_id: given(params.manuscript_id),
      manuscript_vendor: given(params.manuscript_vendor),
      manuscript_language: given(params.manuscript_language),
      manuscript_status: given(params.manuscript_status),
      manuscript_name: given(search.get('name')),
    }
    const sort = readSort(search)
    return {
      filters,
      sort,
      setFilter: (name: keyof ManuscriptFilters, value: string) =>
        void navigate(listPath({ ...filters, [name]: value.trim() }, sort)),
      clearFilters: () => void navigate(listPath({}, sort)),
      setSort: (next: ProjectSort) => void navigate(listPath(filters, next), { replace: true }),
    }
  }, [params, search, navigate])
}
