import type { Conference } from '@livetap/contract'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { DataColumn } from '../../shared/data-table/data-column'
import { DataTable } from '../../shared/data-table/data-table'
import { conferenceColumns, conferenceId, conferencePath, newestFirst } from './conference-columns'
import classes from './conferencing.module.css'
import type { ConferenceResolver } from './use-resolver'

export type ColumnName = keyof ReturnType<typeof conferenceColumns>

interface Props {
  resolver: ConferenceResolver
  /** How often all ids were settled. */
  settlings: number
  rows: readonly Conference[]
  columns: readonly ColumnName[]
  noun: string
  fileName: string
  empty: ReactNode
}

/** The text filter is part of the address; typing leaves no trail of steps back. */
export function ConferenceList({ resolver, settlings, rows, columns, noun, fileName, empty }: Props) {
  const [search, setSearch] = useSearchParams()
  const chosen = useMemo(() => {
    const known: Record<ColumnName, DataColumn<Conference>> = conferenceColumns(resolver)
    return columns.map(name => known[name])
  }, [resolver, columns])
  return (
    <div className={classes.list}>
      <DataTable
        noun={noun}
        columns={chosen}
        rows={rows}
        rowId={conferenceId}
        rowPath={conferencePath}
        sort={newestFirst}
        lateVersion={settlings}
        filter={search.get('filter') ?? ''}
        onFilter={text => setSearch(text ? { filter: text } : {}, { replace: true })}
        fileName={fileName}
        empty={empty}
      />
    </div>
  )
}
