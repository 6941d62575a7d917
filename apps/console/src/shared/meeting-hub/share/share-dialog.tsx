import type { MeetingHub } from '@livetap/session'
import { Modal } from '@mantine/core'
import { QueryState } from '../../remote/query-state'
import { LinkShares } from './link-shares'
import { OwnerFields } from './owner-fields'
import { PeopleShares } from './people-shares'
import classes from './share.module.css'
import { useShares } from './use-shares'

/** Whose the meeting is, who else may see it, and the links that open it. */
export function ShareDialog({ hub, onClose }: { hub: MeetingHub; onClose: () => void }) {
  const { data, error, reload, changed } = useShares(hub)
  return (
    <Modal opened onClose={onClose} title="Sharing" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <QueryState
        data={error ? undefined : data}
        error={error ?? null}
        message="Fetching who may see it..."
        title="Who may see this meeting could not be read"
        hint="It may have been given to another owner meanwhile, or deleted."
        onRetry={reload}
      >
        {({ access, shares, teams }) => (
          <div className={classes.dialog}>
            <PeopleShares
              hub={hub}
              shares={shares.filter(({ kind }) => kind !== 'link')}
              teams={teams}
              onChanged={changed}
            />
            <LinkShares hub={hub} shares={shares.filter(({ kind }) => kind === 'link')} onChanged={changed} />
            <OwnerFields key={access.owner} hub={hub} access={access} teams={teams} onChanged={changed} />
          </div>
        )}
      </QueryState>
    </Modal>
  )
}
