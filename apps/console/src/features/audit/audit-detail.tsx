import { type AuditEntryWire, fillRoute, routes } from '@livetap/contract'
import { Anchor, Button, Drawer } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate } from '../../shared/time/format-date'
import { CopyableId } from '../../shared/ui/lists/copyable-id'
import classes from './audit.module.css'
import type { FilterName } from './audit-filters'
import { actorText, entryText, targetKind } from './audit-text'

interface Props {
  entry: AuditEntryWire | undefined
  onClose: () => void
  onFilter: (change: Partial<Record<FilterName, string>>) => void
}

/** Everything of one entry, and where it leads. */
export function AuditDetail({ entry, onClose, onFilter }: Props) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      title={entry && entryText(entry)}
      position="right"
      size="min(480px, 100%)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {entry && <Facts entry={entry} onFilter={onFilter} />}
    </Drawer>
  )
}

function Facts({ entry, onFilter }: { entry: AuditEntryWire; onFilter: Props['onFilter'] }) {
  const { id, at, actor, action, target, result, address, fields } = entry
  const actorId = typeof fields.actor_id === 'string' ? fields.actor_id : ''
  // The title is read anew with each answer: a meeting that has one is there.
  const isThere = targetKind(entry) === 'meeting' && typeof fields.meeting_title === 'string'
  return (
    <>
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>{formatDate(at)}</dd>
        <dt>Who</dt>
        <dd>{actorText(entry)}</dd>
        <dt>Action</dt>
        <dd className="mono">{action}</dd>
        <dt>Target</dt>
        <dd>{target ? <CopyableId id={target} label="target" length={28} /> : '–'}</dd>
        <dt>Result</dt>
        <dd>{result}</dd>
        <dt>From</dt>
        <dd className="mono">{address || '–'}</dd>
        {Object.entries(fields).map(([name, value]) => (
          <Field key={name} name={name} value={value} />
        ))}
        <dt>Entry</dt>
        <dd>
          <CopyableId id={id} label="entry id" />
        </dd>
      </dl>
      <div className={classes.links}>
        {isThere && (
          <Anchor size="sm" component={Link} to={fillRoute(routes.past, { meeting_id: target })}>
            Open the meeting
          </Anchor>
        )}
        {(actorId || actor) && (
          <Button size="compact-xs" variant="default" onClick={() => onFilter({ actor: actorId || actor })}>
            Only this person
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => onFilter({ action })}>
          Only this action
        </Button>
        {target && (
          <Button size="compact-xs" variant="default" onClick={() => onFilter({ target })}>
            Only this target
          </Button>
        )}
      </div>
    </>
  )
}

function Field({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </>
  )
}
