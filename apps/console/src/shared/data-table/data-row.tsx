import { ActionIcon, Anchor, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { cellText, type DataColumn } from './data-column'
import classes from './data-table.module.css'

interface Props<Row> {
  at: number
  columns: readonly DataColumn<Row>[]
  row: Row
  path: string
  /** The one row whose link and buttons Tab stops at. */
  active: boolean
  onFocus: (at: number) => void
  /** What else can be done with the row, at its end. */
  actions?: ((row: Row, tabIndex: number) => ReactNode) | undefined
}

function Cells<Row>({ at, columns, row, path, active, onFocus, actions }: Props<Row>) {
  const tabIndex = active ? 0 : -1
  return (
    <tr data-row={at} aria-rowindex={at + 2} onFocus={() => onFocus(at)}>
      {columns.map((column, place) => {
        const content = column.cell ? column.cell(row, tabIndex) : cellText(column, row)
        return (
          <td key={column.id} data-numeric={column.numeric}>
            {place === 0 ? (
              <Anchor component={Link} to={path} tabIndex={tabIndex} className={classes.link}>
                {content}
              </Anchor>
            ) : (
              content
            )}
            {column.copy && column.value(row) !== null && (
              <CopyButton value={String(column.value(row) ?? '')} timeout={1500}>
                {({ copied, copy }) => (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="xs"
                    tabIndex={tabIndex}
                    className={classes.copy}
                    aria-label={`Copy ${column.copy}`}
                    onClick={copy}
                  >
                    {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
                  </ActionIcon>
                )}
              </CopyButton>
            )}
          </td>
        )
      })}
      {actions && <td className={classes.actions}>{actions(row, tabIndex)}</td>}
    </tr>
  )
}

/** Drawn again only for another row, place or focus: a table is drawn with every letter of its filter. */
export const DataRow = memo(Cells) as typeof Cells
