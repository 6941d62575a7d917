import { scheduleConference } from '@livetap/contract/calls/conferencing'
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { nextQuarter } from './next-quarter'

const MINUTE_MS = 60_000
const lengths = [15, 30, 45, 60, 90, 120, 180].map(minutes => ({
  value: String(minutes),
  label: `${minutes} minutes`,
}))

interface Props {
  onClose: () => void
  onDone: () => void
}

export function ScheduleDialog({ onClose, onDone }: Props) {
  const api = useApi()
  const [title, setTitle] = useState('')
  const [start, setStart] = useState(() => nextQuarter(Date.now()))
  const [minutes, setMinutes] = useState('60')
  const { run, loading, error } = useRemoteCall(signal => {
    const startMs = new Date(start).getTime()
    const end = new Date(startMs + Number(minutes) * MINUTE_MS).toISOString()
    const body = { title: title.trim(), start: new Date(startMs).toISOString(), end }
    return api.call(scheduleConference, { body }, { signal })
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await run()
    if (outcome.phase === 'success') onDone()
  }
  return (
    <Modal opened onClose={onClose} title="Schedule a meeting" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={event => void onSubmit(event)}>
        <Stack gap="sm">
          <TextInput
            label="Title"
            required
            maxLength={300}
            data-autofocus
            value={title}
            onChange={event => setTitle(event.currentTarget.value)}
          />
          <TextInput
            label="Start"
            description="In your own time zone"
            type="datetime-local"
            required
            value={start}
            onChange={event => setStart(event.currentTarget.value)}
          />
          <NativeSelect
            label="Length"
            data={lengths}
            value={minutes}
            onChange={event => setMinutes(event.currentTarget.value)}
          />
          <Refusal text={error && `Not scheduled: ${error.message}`} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={loading} disabled={!title.trim() || !start}>
              Schedule
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
