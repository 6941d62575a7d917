import type { PastSession } from '@livetap/session'
import { replaceMatches, type SearchResult } from '@livetap/transcript'
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconReplace } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import classes from '../past.module.css'

interface Props {
  session: PastSession
  result: SearchResult | undefined
  current: number
}

/** Puts other words in the place of what was found: of the match that is stepped to, or of all. */
export function ReplaceBox({ session, result, current }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const replace = useRemoteCall(async (_: AbortSignal, only?: number) => {
    const { transcript } = session.replay.getSnapshot()
    if (transcript && result)
      await session.edits.replaceTexts(replaceMatches(transcript, result, words, only))
  })
  const count = result?.count ?? 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void replace.run(current)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          className={classes.quiet}
          variant="subtle"
          color="gray"
          aria-label="Replace what was found"
          data-hint="Replace what was found"
          disabled={count === 0}
          onClick={() => setOpen(!isOpen)}
        >
          <IconReplace size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            size="xs"
            label="Replace with"
            value={words}
            data-autofocus
            error={replace.error?.message}
            onChange={event => setWords(event.currentTarget.value)}
          />
          <Group gap="sm" mt="sm">
            <Button size="xs" type="submit" loading={replace.loading} disabled={count === 0}>
              Replace
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={count === 0 || replace.loading || result?.capped}
              onClick={() => void replace.run()}
            >
              Replace all {count}
            </Button>
          </Group>
          <Text size="xs" c="dimmed" mt="sm">
            Ctrl+Z takes it back; every line keeps its versions.
          </Text>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
