import { Table, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useId, useState } from 'react'

import classes from './docs.module.css'
import table from './entry-table.module.css'

export interface EntryRow {
  key: string
  method: string
  path: string
  summary: string
  entry: string
  detail: ReactNode
}

/** One line for each; a line opens to what is behind it. */
export function EntryTable({ title, rows }: { title: string; rows: readonly EntryRow[] }) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      <div className={table.scroll}>
        <Table className={table.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Call</Table.Th>
              <Table.Th scope="col">What it does</Table.Th>
              <Table.Th scope="col">Entered by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Entry key={row.key} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Entry({ row: { method, path, summary, entry, detail } }: { row: EntryRow }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td>
          <UnstyledButton
            className={classes.call}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={14} aria-hidden />
            <span className={classes.method}>{method}</span>
            <span className="mono">{path}</span>
          </UnstyledButton>
        </Table.Td>
        <Table.Td>{summary}</Table.Td>
        <Table.Td className={classes.entry}>{entry}</Table.Td>
      </Table.Tr>
      <Table.Tr id={id} hidden={!isOpen}>
        <Table.Td colSpan={3} className={classes.detail}>
          {isOpen && detail}
        </Table.Td>
      </Table.Tr>
    </Fragment>
  )
}
