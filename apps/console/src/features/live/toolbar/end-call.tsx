import { counted } from '@livetap/contract'
import { type LiveMeeting, type MeetingRecord, peopleOf } from '@livetap/session'
import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMeetingHub } from '../../../shared/meeting-hub/hub-context'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useStore } from '../../../shared/use-store'

interface Props {
  live: LiveMeeting
  onLeave: () => void
  onEnd: () => void
  onClose: () => void
}

/** Asks before a call ends for others too; its title may be given on this occasion. */
export function EndCall({ live, onLeave, onEnd, onClose }: Props) {
  const others = peopleOf(useStore(live)).filter(({ isYou }) => !isYou)
  const record = useMeetingHub()?.record
  const { value, setValue, rename } = useTitleField(record)
  const end = useRemoteCall(async () => {
    await rename()
    onEnd()
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={others.length > 0 ? 'End the call for everyone?' : 'End the call'}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          void end.run()
        }}
      >
        <Text size="sm">{who(others.map(({ name }) => name))} Leave lets the meeting go on without you.</Text>
        {record && (
          <TextInput
            mt="md"
            size="xs"
            label="Title of the meeting"
            maxLength={300}
            value={value}
            error={end.error?.message}
            onChange={event => setValue(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button size="xs" variant="default" data-autofocus onClick={onClose}>
            Stay
          </Button>
          <Button size="xs" variant="default" onClick={onLeave}>
            Leave
          </Button>
          <Button size="xs" color="red" type="submit" loading={end.loading}>
            {others.length > 0 ? 'End for everyone' : 'End the call'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** The title as it is until another is typed: another user may change it meanwhile. */
function useTitleField(record: MeetingRecord | undefined) {
  const title = useStore(record, state => state?.detail?.title)
  const [typed, setTyped] = useState<string>()
  return {
    value: typed ?? title ?? '',
    setValue: setTyped,
    rename: async () => {
      const given = typed?.trim()
      if (given !== undefined && given !== title) await record?.rename(given)
    },
  }
}

function who(names: readonly string[]): string {
  const [first, ...rest] = names
  if (!first) return 'No other client is connected.'
  if (rest.length === 0) return `${first} is still connected.`
  return `${first} and ${counted(rest.length, 'other')} are still connected.`
}
