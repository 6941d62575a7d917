import type { AuditEntryWire } from '@livetap/contract'
import { Badge } from '@mantine/core'
import { useCallback } from 'react'
import type { TableColumn } from '../../shared/data-table/data-column'
import { VirtualTable } from '../../shared/data-table/virtual-table'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { RelativeTime } from '../../shared/time/relative-time'
import classes from './audit.module.css'
import { entryText, timesText } from './audit-text'

interface Props {
  entries: readonly AuditEntryWire[]
  loading: boolean
  /** The address that shows the details of an entry. */
  pathOfEntry: (entry: AuditEntryWire) => string
  onEnd: () => void
}

const columns: readonly TableColumn<AuditEntryWire>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
  { id: 'what', header: 'What', cell: entry => <What entry={entry} /> },
  { id: 'address', header: 'From', value: ({ address }) => address },
]

const unsorted = () => null
const idOf = ({ id }: AuditEntryWire) => id
const never = () => undefined

/** Entries as sentences, newest first; a row leads to its details. */
export function AuditTable({ entries, loading, pathOfEntry, onEnd }: Props) {
  useShortcuts([{ keys: ['ArrowUp', 'ArrowDown'], label: 'Go through the entries (in the table)' }])
  const rowPath = useCallback(pathOfEntry, [pathOfEntry])
  return (
    <VirtualTable
      noun="entries"
      columns={columns}
      rows={entries}
      rowId={idOf}
      rowPath={rowPath}
      orderOf={unsorted}
      onSort={never}
      isStale={loading}
      onEnd={onEnd}
    />
  )
}

function What({ entry }: { entry: AuditEntryWire }) {
  const times = timesText(entry)
  return (
    <span className={classes.what}>
      {entryText(entry)}
      {entry.result !== 'done' && (
        <Badge size="xs" variant="light" color={entry.result === 'failed' ? 'red' : 'yellow'}>
          {entry.result}
        </Badge>
      )}
      {times && <span className={classes.quiet}>{times}</span>}
    </span>
  )
}
