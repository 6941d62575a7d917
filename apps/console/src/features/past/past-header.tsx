import { texts } from '@livetap/contract'
import { type PastSession, pastStatusText } from '@livetap/session'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconTrash, IconUserScan } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMeetingHub } from '../../shared/meeting-hub/hub-context'
import { MeetingHeading } from '../../shared/meeting-hub/meeting-heading'
import { useMayHere } from '../../shared/meeting-hub/use-may-here'
import { useMay } from '../../shared/session/session-context'
import { Fold } from '../../shared/ui/layout/fold'
import { useNarrow } from '../../shared/ui/layout/use-narrow'
import { ShowMeetingId } from '../../shared/ui/meeting/show-meeting-id'
import { useStore } from '../../shared/use-store'
import { DownloadMenu } from './export/download-menu'
import { HeaderBar } from './header-bar'
import { usePlayer, useReplayData } from './player/replay-context'

const TrainerOffers = lazy(async () => ({ default: (await import('./edit/trainer-offers')).TrainerOffers }))
const KnownVoicesDialog = lazy(async () => ({
  default: (await import('./voices/known-voices-dialog')).KnownVoicesDialog,
}))
const DeleteMeeting = lazy(async () => ({ default: (await import('./delete-meeting')).DeleteMeeting }))

interface Props {
  session: PastSession
  /** False until the first text is drawn: the buttons come after it. */
  isWhole: boolean
}

export function PastHeader({ session, isWhole }: Props) {
  const hub = useMeetingHub()
  const state = useStore(session)
  const { phase } = state
  // From then on the play bar says what the player does.
  const status = usePlayer(session.replay, player =>
    session.replay.player.isReady || phase === 'failed' ? undefined : pastStatusText(state, player),
  )
  const { isComplete } = useReplayData(session.replay)
  const mayEdit = useMayHere('meeting.edit')
  const [isDeleting, setDeleting] = useState(false)
  const [showsVoices, setShowsVoices] = useState(false)
  return (
    <HeaderBar
      title={texts.past.title}
      lead={hub && <MeetingHeading hub={hub} isWhole={isWhole} />}
      status={status}
    >
      {isComplete && mayEdit && (
        <Suspense>
          <TrainerOffers session={session} />
        </Suspense>
      )}
      {isWhole && (
        <>
          <Fold>
            <DownloadMenu session={session} />
            <ShowMeetingId meetingId={session.calls.meetingId} />
            <MoreActions onVoices={() => setShowsVoices(true)} onDelete={() => setDeleting(true)} />
          </Fold>
          <Button
            size="xs"
            variant="default"
            disabled={phase === 'exiting'}
            onClick={() => void session.exit()}
          >
            {phase === 'exiting' ? texts.past.exiting : texts.past.backToStart}
          </Button>
        </>
      )}
      {showsVoices && (
        <Suspense>
          <KnownVoicesDialog onClose={() => setShowsVoices(false)} />
        </Suspense>
      )}
      {isDeleting && (
        <Suspense>
          <DeleteMeeting session={session} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </HeaderBar>
  )
}

interface MoreProps {
  onVoices: () => void
  onDelete: () => void
}

/** Behind the header's own "…", unless the whole group already is. */
function MoreActions({ onVoices, onDelete }: MoreProps) {
  const mayDelete = useMayHere('meeting.delete')
  const keepsVoices = useMay('voices.manage')
  const isNarrow = useNarrow()
  if (isNarrow)
    return (
      <>
        {keepsVoices && (
          <Button size="xs" variant="default" leftSection={<IconUserScan size={16} />} onClick={onVoices}>
            Known voices
          </Button>
        )}
        {mayDelete && (
          <Button size="xs" variant="default" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            Delete meeting
          </Button>
        )}
      </>
    )
  if (!keepsVoices && !mayDelete) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {keepsVoices && (
          <Menu.Item leftSection={<IconUserScan size={16} />} onClick={onVoices}>
            Known voices
          </Menu.Item>
        )}
        {mayDelete && (
          <>
            {keepsVoices && <Menu.Divider />}
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              Delete meeting
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
