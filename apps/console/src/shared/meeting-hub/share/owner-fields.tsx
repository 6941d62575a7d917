import type { MeetingAccess, SharesAnswer } from '@livetap/contract'
import { changeAccess } from '@livetap/contract/calls/access'
import type { MeetingHub } from '@livetap/session'
import { Button, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../remote/use-remote-call'
import { useApi, useUser } from '../../session/session-context'
import { Refusal } from '../../ui/feedback/refusal'
import classes from './share.module.css'

interface Props {
  hub: MeetingHub
  access: MeetingAccess
  teams: SharesAnswer['teams']
  onChanged: () => void
}

const RESTRICTED =
  'Only its owner, those it is shared with, and admins open it; what admins open is in the audit log. Its team and those who attended do not see it, and no training data is made of it.'

/** Whose the meeting is, its team, and whether it is open to few. */
export function OwnerFields({ hub, access, teams, onChanged }: Props) {
  const api = useApi()
  const { emails, role } = useUser()
  const [owner, setOwner] = useState(access.owner)
  const [isAsking, setAsking] = useState(false)
  const change = useRemoteCall(
    async (_, body: { owner?: string; team?: string | null; restricted?: boolean }) => {
      await api.call(changeAccess, { params: { id: hub.meetingId }, body })
      setAsking(false)
      onChanged()
    },
  )
  const giveAway = (event: FormEvent) => {
    event.preventDefault()
    if (owner.trim() && owner.trim() !== access.owner) void change.run({ owner: owner.trim() })
  }
  const losesIt = role !== 'admin' && !emails.includes(access.owner)
  return (
    <section className={classes.section} aria-label="Owner and team">
      <h3 className={classes.heading}>Owner and team</h3>
      <form className={classes.form} onSubmit={giveAway}>
        <TextInput
          size="xs"
          label="Owner"
          description="The e-mail address of an account"
          className={classes.wide}
          value={owner}
          onChange={event => setOwner(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          variant="default"
          loading={change.loading}
          disabled={!owner.trim() || owner.trim() === access.owner}
        >
          Give it to them
        </Button>
      </form>
      <NativeSelect
        size="xs"
        label="Team"
        description={
          teams.length === 0
            ? 'There are no teams yet: an admin makes them'
            : 'Its members open and edit the meeting'
        }
        disabled={teams.length === 0 || change.loading}
        data={[{ value: '', label: 'No team' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        value={access.team?.id ?? ''}
        onChange={event => void change.run({ team: event.currentTarget.value || null })}
      />
      <Switch
        label="Restricted"
        description={RESTRICTED}
        checked={access.restricted}
        disabled={change.loading}
        onChange={event => {
          const { checked } = event.currentTarget
          if (checked && losesIt) setAsking(true)
          else void change.run({ restricted: checked })
        }}
      />
      {isAsking && (
        <Group gap="xs" role="alert">
          <Text size="sm">
            You are not its owner: unless it is shared with you, you do not see it any more.
          </Text>
          <Button
            size="compact-xs"
            color="red"
            loading={change.loading}
            onClick={() => void change.run({ restricted: true })}
          >
            Restrict it
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
            Leave it open
          </Button>
        </Group>
      )}
      <Refusal text={change.error?.message} />
    </section>
  )
}
