import { LinesChangedError, type PastSession } from '@livetap/session'
import { speakerLabel, speakersOf, type Utterance } from '@livetap/transcript'
import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { Refusal } from '../../../shared/ui/feedback/refusal'

interface Props {
  utterance: Utterance
  session: PastSession
  field: RefObject<HTMLTextAreaElement | null>
}

/** What changes the line itself: who says it, where it ends, where it goes on. */
export function LineActions({ utterance, session, field }: Props) {
  const { lines } = session
  const change = useRemoteCall((_: AbortSignal, run: () => Promise<void>) => run())
  const split = () => lines.split(utterance.id, field.current?.selectionStart ?? 0)
  return (
    <>
      <SpeakerMenu
        utterance={utterance}
        session={session}
        onChoose={id => void change.run(() => lines.reassign(utterance.id, id))}
      />
      <Button
        size="compact-xs"
        variant="default"
        data-hint="Begins a new line at the caret"
        disabled={change.loading}
        // The caret is asked for: it must stay where it is.
        onMouseDown={event => event.preventDefault()}
        onClick={() => void change.run(split)}
      >
        Split at caret
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={change.loading || !lines.nextOf(utterance.id)}
        onClick={() => void change.run(() => lines.mergeWithNext(utterance.id))}
      >
        Merge with next
      </Button>
      <Refusal text={change.error?.message} />
      {change.error instanceof LinesChangedError && (
        <Button
          size="compact-xs"
          loading={change.loading}
          onClick={() => void change.run(() => session.loadNewer())}
        >
          Load the newer text
        </Button>
      )}
    </>
  )
}

function SpeakerMenu({
  utterance,
  session,
  onChoose,
}: {
  utterance: Utterance
  session: PastSession
  onChoose: (speakerId: string) => void
}) {
  const { transcript, speakers } = session.replay.getSnapshot()
  if (!transcript) return null
  const known = speakers.filter(({ kind }) => kind === 'speaker')
  const current = speakersOf(utterance).map(({ key }) => key)
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="compact-xs" variant="default">
          Change speaker
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>Of this line only</Menu.Label>
        {known.map(speaker => (
          <Menu.Item
            key={speaker.key}
            disabled={current.length === 1 && current[0] === speaker.key}
            onClick={() => onChoose(speaker.id)}
          >
            {speakerLabel(transcript, speaker)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(newSpeaker(known.map(({ id }) => id)))}>New speaker</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The first number that no one has; a name is given to it as to the others. */
function newSpeaker(known: readonly string[]): string {
  let number = 1
  while (known.includes(String(number))) number += 1
  return String(number)
}
