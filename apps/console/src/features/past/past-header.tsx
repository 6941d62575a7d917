import { texts } from '@livetap/contract'
import { type PastSession, pastStatusText } from '@livetap/session'
import { ActionIcon, Button, Menu, Popover } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { type MeetingWay, meetingWays } from '../../shared/meeting-ways'
import { Fold } from '../../shared/ui/fold'
import { useToasts } from '../../shared/ui/toasts'
import { useNarrow } from '../../shared/ui/use-narrow'
import { DownloadMenu } from './export/download-menu'
import { HeaderBar } from './header-bar'
import { MeetingLead } from './meeting-lead'
import { usePlayer } from './player/replay-context'

const DeleteMeeting = lazy(async () => ({ default: (await import('./delete-meeting')).DeleteMeeting }))

export function PastHeader({ session }: { session: PastSession }) {
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const { phase } = state
  // From then on the play bar says what the player does.
  const status = usePlayer(session.replay, player =>
    session.replay.player.isReady ? undefined : pastStatusText(state, player),
  )
  const toasts = useToasts()
  const [isDeleting, setDeleting] = useState(false)
  const [isIdShown, setIdShown] = useState(false)
  const showId = async () => {
    try {
      await navigator.clipboard.writeText(session.calls.meetingId)
      toasts.success(texts.past.copiedMeetingId)
    } catch {
      setIdShown(true)
    }
  }
  return (
    <HeaderBar title={texts.past.title} lead={<MeetingLead session={session} />} status={status}>
      <Fold>
        <DownloadMenu session={session} />
        <Popover opened={isIdShown} onChange={setIdShown} position="bottom" withArrow>
          <Popover.Target>
            <Button size="xs" variant="default" onClick={() => void showId()}>
              {texts.past.showMeetingId}
            </Button>
          </Popover.Target>
          {/* Where the browser refuses the clipboard, it can be selected. */}
          <Popover.Dropdown>
            <code>{session.calls.meetingId}</code>
          </Popover.Dropdown>
        </Popover>
        <MoreActions
          ways={meetingWays(session.calls.meetingId, state.detail && Date.parse(state.detail.start))}
          onDelete={() => setDeleting(true)}
        />
      </Fold>
      <Button size="xs" variant="default" disabled={phase === 'exiting'} onClick={() => void session.exit()}>
        {phase === 'exiting' ? texts.past.exiting : texts.past.backToStart}
      </Button>
      {isDeleting && (
        <Suspense>
          <DeleteMeeting session={session} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </HeaderBar>
  )
}

interface MoreProps {
  ways: MeetingWay[]
  onDelete: () => void
}

/** Behind the header's own "…", unless the whole group already is. */
function MoreActions({ ways, onDelete }: MoreProps) {
  const isNarrow = useNarrow()
  if (isNarrow)
    return (
      <>
        {ways.map(({ to, label, Icon }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            leftSection={<Icon size={16} />}
            component={Link}
            to={to}
          >
            {label}
          </Button>
        ))}
        <Button size="xs" variant="default" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          Delete meeting
        </Button>
      </>
    )
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ to, label, Icon }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} />} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          Delete meeting
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
