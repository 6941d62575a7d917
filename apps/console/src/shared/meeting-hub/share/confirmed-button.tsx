import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useRemoteCall } from '../../remote/use-remote-call'
import { Refusal } from '../../ui/feedback/refusal'

interface Props {
  label: string
  /** For those who do not see its row. */
  name: string
  /** What comes of it. */
  question: string
  keep: string
  act: () => Promise<unknown>
  onDone: () => void
}

/** Asks once more, in its place, before it takes something back. */
export function ConfirmedButton({ label, name, question, keep, act, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const call = useRemoteCall(async () => {
    await act()
    onDone()
  })
  if (!isAsking)
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    )
  return (
    <Group gap="xs" role="alert">
      <Text size="xs">{question}</Text>
      <Button size="compact-xs" color="red" autoFocus loading={call.loading} onClick={() => void call.run()}>
        {label}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
        {keep}
      </Button>
      <Refusal text={call.error?.message} />
    </Group>
  )
}
