import { fillRoute, type KnownVoice, routes } from '@livetap/contract'
import {
  changeKnownVoices,
  deleteKnownVoice,
  deleteKnownVoices,
  knownVoices,
} from '@livetap/contract/calls/known-voices'
import { Anchor, Button, Group, Modal, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import { RelativeTime } from '../../../shared/time/relative-time'
import { Refusal } from '../../../shared/ui/feedback/refusal'
import table from '../../../shared/ui/lists/table.module.css'

/** Whether voices that the user names are kept, and those that are. */
export function KnownVoicesDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const [asked, setAsked] = useState<'off' | 'all'>()
  const { data, error, reload } = useRemoteLoad(signal => api.call(knownVoices, {}, { signal }), [])
  const change = useRemoteCall(async (_, action: () => Promise<unknown>) => {
    await action()
    setAsked(undefined)
    reload()
  })
  const turn = (enabled: boolean) => change.run(() => api.call(changeKnownVoices, { body: { enabled } }))
  const deleteAll = () => change.run(() => api.call(deleteKnownVoices, {}))
  const voices = data?.voices ?? []
  const problem = change.error ?? error
  return (
    <Modal
      opened
      onClose={onClose}
      title="Known voices"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        When you name a speaker in a meeting that you host, the name can be proposed when the same voice is
        heard in your later meetings. For this the name is kept together with a row of numbers made from the
        voice; no sound is kept. Ask the people whose voices you name. Only you see proposals and this list,
        and you can delete everything here at any time.
      </Text>
      <Switch
        mt="md"
        label="Keep the voices that I name"
        checked={data?.enabled ?? false}
        disabled={!data || change.loading}
        onChange={event => {
          if (event.currentTarget.checked || voices.length === 0) void turn(event.currentTarget.checked)
          else setAsked('off')
        }}
      />
      {asked && (
        <Group mt="sm" gap="xs" role="alert">
          <Text size="sm">All voices in this list are deleted. This cannot be undone.</Text>
          <Button
            size="compact-xs"
            color="red"
            loading={change.loading}
            onClick={() => void (asked === 'off' ? turn(false) : deleteAll())}
          >
            {asked === 'off' ? 'Turn off and delete' : 'Delete all'}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setAsked(undefined)}>
            Keep them
          </Button>
        </Group>
      )}
      <Refusal text={problem?.message} />
      {data?.enabled && voices.length === 0 && (
        <Text size="sm" mt="md" c="dimmed">
          No voice is kept yet. Name a speaker in one of your meetings.
        </Text>
      )}
      {voices.length > 0 && (
        <Stack mt="md" gap="sm">
          <VoiceTable
            voices={voices}
            isBusy={change.loading}
            onDelete={id => void change.run(() => api.call(deleteKnownVoice, { params: { id } }))}
          />
          <Group justify="flex-end">
            <Button size="xs" variant="default" disabled={change.loading} onClick={() => setAsked('all')}>
              Delete all…
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface TableProps {
  voices: readonly KnownVoice[]
  isBusy: boolean
  onDelete: (id: string) => void
}

const states: Record<KnownVoice['state'], string> = {
  waiting: ' (not yet listened to)',
  kept: '',
  failed: ' (too little clear speech)',
}

function VoiceTable({ voices, isBusy, onDelete }: TableProps) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Named last in</th>
          <th scope="col">Meetings</th>
          <th scope="col">
            <VisuallyHidden>Delete</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {voices.map(({ id, name, meeting_id, meeting_title, named_at, meetings, state }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              {states[state]}
            </th>
            <td>
              <Anchor size="sm" component={Link} to={fillRoute(routes.past, { meeting_id })}>
                {meeting_title || 'Untitled'}
              </Anchor>
              , <RelativeTime at={named_at} />
            </td>
            <td>{meetings}</td>
            <td>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                disabled={isBusy}
                aria-label={`Delete ${name}`}
                onClick={() => onDelete(id)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
