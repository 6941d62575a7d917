import { type ApiKey, actionNames, actions } from '@livetap/contract'
import { createKey } from '@livetap/contract/calls/access'
import { Button, Checkbox, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { may, useApi, useUser } from '../../shared/session/session-context'
import { formatDate } from '../../shared/time/format-date'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { ShownOnce } from '../../shared/ui/lists/shown-once'
import classes from './account.module.css'

const DAY_MS = 24 * 60 * 60_000
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
  { value: '', label: 'never' },
]

interface Props {
  onMade: () => void
  onClose: () => void
}

/** Makes a key for some of what one may do, and shows it this once. */
export function NewKeyDialog({ onMade, onClose }: Props) {
  const [made, setMade] = useState<ApiKey>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? `The key ${made.name} is made` : 'Make an API key'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made?.key ? (
        <>
          <ShownOnce
            label="key"
            value={made.key}
            hint={`Programs send it as “Authorization: Bearer …”. ${made.expires_at === null ? 'It does not expire.' : `It works until ${formatDate(made.expires_at)}.`} It is not shown again.`}
          />
          <Group justify="flex-end" mt="lg">
            <Button size="xs" variant="default" onClick={onClose}>
              Done
            </Button>
          </Group>
        </>
      ) : (
        <KeyForm
          onClose={onClose}
          onMade={key => {
            setMade(key)
            onMade()
          }}
        />
      )}
    </Modal>
  )
}

function KeyForm({ onMade, onClose }: { onMade: (key: ApiKey) => void; onClose: () => void }) {
  const api = useApi()
  const user = useUser()
  const [name, setName] = useState('')
  const [team, setTeam] = useState('')
  const [days, setDays] = useState('90')
  const [chosen, setChosen] = useState<string[]>([])
  // Keys make no keys.
  const offered = actionNames.filter(
    action => action !== 'keys.manage' && action !== 'shared.read' && may(user, action),
  )
  const make = useRemoteCall(signal =>
    api.call(
      createKey,
      {
        body: {
          name: name.trim(),
          actions: chosen,
          team: team.trim() || null,
          expires_at: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        },
      },
      { signal },
    ),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await make.run()
    if (outcome.phase === 'success') onMade(outcome.data)
  }
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)}>
      <TextInput
        label="Name"
        description="What uses it, so that you know it later"
        required
        data-autofocus
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Checkbox.Group label="May" required value={chosen} onChange={setChosen}>
        <div className={classes.actions}>
          {offered.map(action => (
            <Checkbox
              key={action}
              size="xs"
              value={action}
              label={
                <>
                  <span className="mono">{action}</span>: {actions[action].summary}
                </>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label="Team"
        description="With a team it opens that team’s meetings alone"
        autoComplete="off"
        maxLength={200}
        value={team}
        onChange={event => setTeam(event.currentTarget.value)}
      />
      <NativeSelect
        label="Expires"
        data={lifetimes}
        value={days}
        onChange={event => setDays(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        A key does no more than you may do yourself at the moment of its call.
      </Text>
      <Refusal text={make.error?.message} />
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="xs"
          type="submit"
          loading={make.loading}
          disabled={name.trim() === '' || chosen.length === 0}
        >
          Make the key
        </Button>
      </Group>
    </form>
  )
}
