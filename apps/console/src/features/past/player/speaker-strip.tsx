import { speakerLabel } from '@livetap/transcript'
import { ActionIcon } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { lazy, memo, Suspense } from 'react'
import { LazyPopover } from '../../../shared/popover/lazy-popover'
import { SpeakerName } from '../edit/speaker-name'
import classes from '../past.module.css'
import { speakerStyle } from '../speaker-colour'
import { ProposedName } from '../voices/proposed-name'
import { useProposals } from '../voices/use-proposals'
import { useEditing, useReplayData, useRoom } from './replay-context'

const TalkTimes = lazy(async () => ({ default: (await import('./talk-times')).TalkTimes }))

interface Props {
  /** The key of the one whose lines alone are shown. */
  only: string | undefined
  onOnly: (speaker: string | undefined) => void
}

/** Who speaks in this meeting, in their colours; a click renames. */
export const SpeakerStrip = memo(function SpeakerStrip({ only, onOnly }: Props) {
  const { replay } = useRoom()
  const editing = useEditing()
  const { transcript, speakers, colours } = useReplayData(replay)
  const proposals = useProposals(editing)
  if (!transcript) return <div className={classes.speakers} />
  const known = speakers.filter(({ kind }) => kind !== 'unknown')
  return (
    <div className={classes.speakers}>
      {known.length > 0 && (
        <LazyPopover
          position="bottom-start"
          button={props => (
            <ActionIcon
              size={22}
              variant={only === undefined ? 'subtle' : 'light'}
              color={only === undefined ? 'gray' : undefined}
              aria-label="Speakers and talk time"
              data-hint="Speakers and talk time"
              {...props}
            >
              <IconUsers size={16} />
            </ActionIcon>
          )}
        >
          {() => (
            <Suspense>
              <TalkTimes only={only} onOnly={onOnly} />
            </Suspense>
          )}
        </LazyPopover>
      )}
      <ul aria-label="Speakers">
        {known.map(speaker => (
          <li
            key={speaker.key}
            style={speakerStyle(colours, speaker)}
            data-left-out={(only !== undefined && only !== speaker.key) || undefined}
          >
            <SpeakerName
              speaker={speaker}
              label={speakerLabel(transcript, speaker)}
              name={transcript.speakerNames.get(speaker.id)?.name ?? ''}
            />
            {editing && !transcript.speakerNames.get(speaker.id)?.name && (
              <ProposedName
                session={editing}
                name={proposals.nameOf(speaker)}
                onDismissed={proposals.reload}
                speakerId={speaker.id}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
})
