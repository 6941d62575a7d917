import { ActionIcon, Anchor, Checkbox, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { cellText, type TableColumn } from './data-column'
import classes from './data-table.module.css'

export interface RowParts<Row> {
  /** Where a row leads; its first column is the link. */
  rowPath: (row: Row) => string
  /** What else can be done with a row, at its end; its controls take the tab index they are given. */
  rowActions?: (row: Row, tabIndex: number) => ReactNode
  /** What a click on a row does beside its controls; the keyboard finds the same among its actions. */
  onRow?: (row: Row) => void
  /** Rows can be checked. */
  check?: RowCheck<Row>
}

export interface RowCheck<Row> {
  /** How a row is called: "Check {name}". */
  rowName: (row: Row) => string
  isChecked: (row: Row) => boolean
  onCheck: (row: Row, isChecked: boolean) => void
}

interface Props<Row> extends RowParts<Row> {
  at: number
  columns: readonly TableColumn<Row>[]
  row: Row
  isChecked: boolean | undefined
  /** The one row whose link and buttons Tab stops at. */
  active: boolean
  onFocus: (at: number) => void
}

function Cells<Row>(props: Props<Row>) {
  const { at, columns, row, rowPath, rowActions, onRow, check, isChecked, active, onFocus } = props
  const tabIndex = active ? 0 : -1
  return (
    <tr
      data-row={at}
      data-takes-click={onRow && ''}
      aria-rowindex={at + 2}
      onFocus={() => onFocus(at)}
      onClick={event => {
        if (onRow && event.target instanceof Element && !event.target.closest('a, button, input')) onRow(row)
      }}
    >
      {check && (
        <td>
          <Checkbox
            size="xs"
            className={classes.check}
            tabIndex={tabIndex}
            aria-label={`Check ${check.rowName(row)}`}
            checked={isChecked ?? false}
            onChange={event => check.onCheck(row, event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, place) => {
        const content = column.cell ? column.cell(row, tabIndex) : cellText(column, row)
        return (
          <td key={column.id} data-column={column.id} data-numeric={column.numeric}>
            {place === 0 ? (
              <Anchor component={Link} to={rowPath(row)} tabIndex={tabIndex} className={classes.link}>
                {content}
              </Anchor>
            ) : (
              content
            )}
            {column.copy && column.value && column.value(row) !== null && (
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
      {rowActions && <td className={classes.actions}>{rowActions(row, tabIndex)}</td>}
    </tr>
  )
}

/** Drawn again only for another row, place or focus: a table is drawn with every letter of its filter. */
export const DataRow = memo(Cells) as typeof Cells
