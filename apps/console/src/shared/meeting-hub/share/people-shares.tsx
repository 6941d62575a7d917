import type { Share, SharesAnswer } from '@livetap/contract'
import { createShare, deleteShare } from '@livetap/contract/calls/access'
import type { MeetingHub } from '@livetap/session'
import { Autocomplete, Button, NativeSelect, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../remote/use-remote-call'
import { useApi } from '../../session/session-context'
import { Refusal } from '../../ui/feedback/refusal'
import { ConfirmedButton } from './confirmed-button'
import classes from './share.module.css'

interface Props {
  hub: MeetingHub
  shares: readonly Share[]
  teams: SharesAnswer['teams']
  onChanged: () => void
}

const grantNames = { view: 'May view', edit: 'May edit' } as const

/** Accounts and teams that the meeting is shared with. */
export function PeopleShares({ hub, shares, teams, onChanged }: Props) {
  const api = useApi()
  const params = { id: hub.meetingId }
  const [name, setName] = useState('')
  const [grants, setGrants] = useState<Share['grants']>('view')
  const add = useRemoteCall(async () => {
    await api.call(createShare, { params, body: { with: name.trim(), grants } })
    setName('')
    onChanged()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) void add.run()
  }
  return (
    <section className={classes.section} aria-label="People and teams">
      <h3 className={classes.heading}>People and teams</h3>
      <form className={classes.form} onSubmit={submit}>
        <Autocomplete
          size="xs"
          label="With"
          placeholder="E-mail address or team"
          autoFocus
          className={classes.wide}
          data={teams.map(team => team.name)}
          comboboxProps={{ withinPortal: false }}
          value={name}
          onChange={setName}
        />
        <NativeSelect
          size="xs"
          label="They"
          data={Object.entries(grantNames).map(([value, label]) => ({ value, label }))}
          value={grants}
          onChange={event => setGrants(event.currentTarget.value as Share['grants'])}
        />
        <Button size="xs" type="submit" loading={add.loading} disabled={!name.trim()}>
          Share
        </Button>
      </form>
      <Refusal text={add.error?.message} />
      {shares.length === 0 ? (
        <Text size="sm" c="dimmed">
          It is shared with no person and no team. Those who host it or attended it see it in any case, unless
          it is restricted.
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Shared with">
          {shares.map(share => (
            <li key={share.id}>
              <span className={classes.who}>
                <b>{share.with}</b>
                <span className={classes.dimmed}>
                  {share.kind === 'team' ? 'Team · ' : ''}
                  {grantNames[share.grants]} · by {share.created_by}
                </span>
              </span>
              <ConfirmedButton
                label="Remove"
                name={`Remove ${share.with}`}
                question="What they have open closes."
                keep="Keep"
                act={() => api.call(deleteShare, { params: { ...params, shareId: share.id } })}
                onDone={onChanged}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
