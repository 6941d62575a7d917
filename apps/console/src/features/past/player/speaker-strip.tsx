import { speakerLabel } from '@livetap/transcript'
import { memo } from 'react'
import { SpeakerName } from '../edit/speaker-name'
import classes from '../past.module.css'
import { speakerStyle } from '../speaker-colour'
import { ProposedName } from '../voices/proposed-name'
import { useProposals } from '../voices/use-proposals'
import { useReplayData, useRoom } from './replay-context'

/** Who speaks in this meeting, in their colours; a click renames. */
export const SpeakerStrip = memo(function SpeakerStrip() {
  const { replay, session } = useRoom()
  const { transcript, speakers, colours } = useReplayData(replay)
  const proposals = useProposals(session)
  if (!transcript) return <div className={classes.speakers} />
  return (
    <ul className={classes.speakers} aria-label="Speakers">
      {speakers
        .filter(({ kind }) => kind !== 'unknown')
        .map(speaker => (
          <li key={speaker.key} style={speakerStyle(colours, speaker)}>
            <SpeakerName
              speaker={speaker}
              label={speakerLabel(transcript, speaker)}
              name={transcript.speakerNames.get(speaker.id)?.name ?? ''}
            />
            {session && !transcript.speakerNames.get(speaker.id)?.name && (
              <ProposedName
                session={session}
                name={proposals.nameOf(speaker)}
                onDismissed={proposals.reload}
                speakerId={speaker.id}
              />
            )}
          </li>
        ))}
    </ul>
  )
})
