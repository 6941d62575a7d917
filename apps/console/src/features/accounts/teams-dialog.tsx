import { counted, type ManagedTeam, routes } from '@livetap/contract'
import { createTeam, deleteTeam, renameTeam } from '@livetap/contract/calls/accounts'
import { Anchor, Button, Modal, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { ConfirmDialog } from '../../shared/ui/feedback/confirm-dialog'
import { Refusal } from '../../shared/ui/feedback/refusal'
import classes from './accounts.module.css'
import { TeamMembers } from './team-members'

interface Props {
  teams: readonly ManagedTeam[]
  onChanged: () => void
  onClose: () => void
}

const MAX_NAME = 100

/** The teams: made, renamed and deleted here, and who is in them. */
export function TeamsDialog({ teams, onChanged, onClose }: Props) {
  const api = useApi()
  const [name, setName] = useState('')
  const create = useRemoteCall(signal => api.call(createTeam, { body: { name: name.trim() } }, { signal }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await create.run()).phase !== 'success') return
    setName('')
    onChanged()
  }
  return (
    <Modal opened onClose={onClose} title="Teams" closeButtonProps={{ 'aria-label': 'Close' }}>
      {teams.length === 0 ? (
        <Text size="sm" c="dimmed" mb="md">
          There is no team yet. A meeting that is given to a team is seen and edited by all who are in it.
        </Text>
      ) : (
        <ul className={classes.teams}>
          {teams.map(team => (
            <TeamRow key={`${team.id} ${team.name}`} team={team} onChanged={onChanged} onClose={onClose} />
          ))}
        </ul>
      )}
      <form className={classes.team} onSubmit={event => void submit(event)}>
        <TextInput
          size="xs"
          aria-label="Name of another team"
          placeholder="Name of another team"
          maxLength={MAX_NAME}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" loading={create.loading} disabled={name.trim() === ''}>
          Make the team
        </Button>
      </form>
      <Refusal text={create.error?.message} />
    </Modal>
  )
}

function TeamRow({
  team,
  onChanged,
  onClose,
}: {
  team: ManagedTeam
  onChanged: () => void
  onClose: () => void
}) {
  const api = useApi()
  const params = { id: team.id }
  const [name, setName] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [showsMembers, setShowsMembers] = useState(false)
  const rename = useRemoteCall((signal, to: string) =>
    api.call(renameTeam, { params, body: { name: to } }, { signal }),
  )
  const remove = useRemoteCall(signal => api.send(deleteTeam, { params }, { signal }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name !== undefined && (await rename.run(name.trim())).phase === 'success') onChanged()
  }
  const confirm = async () => {
    if ((await remove.run()).phase === 'success') onChanged()
  }
  if (name !== undefined)
    return (
      <li>
        <form className={classes.team} onSubmit={event => void submit(event)}>
          <TextInput
            size="xs"
            aria-label={`Another name for ${team.name}`}
            autoFocus
            maxLength={MAX_NAME}
            value={name}
            error={rename.error?.message}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Button size="compact-xs" type="submit" loading={rename.loading} disabled={name.trim() === ''}>
            Rename
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setName(undefined)}>
            Cancel
          </Button>
        </form>
      </li>
    )
  return (
    <li className={classes.team}>
      <span>{team.name}</span>
      <Anchor
        size="xs"
        component={Link}
        to={`${routes.accounts}?${new URLSearchParams({ team: team.name })}`}
        aria-label={`Show who is in ${team.name}`}
        onClick={onClose}
      >
        {counted(team.members, 'member')}
      </Anchor>
      <span className={classes.quiet}>{counted(team.meetings, 'meeting')}</span>
      <Button
        size="compact-xs"
        variant="default"
        aria-expanded={showsMembers}
        aria-label={`Members of ${team.name}`}
        onClick={() => setShowsMembers(!showsMembers)}
      >
        Members
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Rename ${team.name}`}
        onClick={() => setName(team.name)}
      >
        Rename
      </Button>
      <Button
        size="compact-xs"
        variant="light"
        color="red"
        aria-label={`Delete ${team.name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {showsMembers && <TeamMembers team={team} onChanged={onChanged} />}
      {isAsking && (
        <ConfirmDialog
          title={`Delete the team ${team.name}?`}
          action="Delete team"
          problem={remove.error?.message}
          isRunning={remove.loading}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          {counted(team.members, 'member')} lose what they see by this team, its shares and its API keys go.{' '}
          {team.meetings > 0 && `${counted(team.meetings, 'meeting')} stay, without a team. `}
          This cannot be undone.
        </ConfirmDialog>
      )}
    </li>
  )
}
