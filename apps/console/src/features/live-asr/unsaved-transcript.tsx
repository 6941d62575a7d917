import { fillRoute, routes } from '@livetap/contract'
import type { LiveAsr } from '@livetap/session'
import { Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useBlocker } from 'react-router'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { BannerRow } from '../../shared/ui/banners'
import { Refusal } from '../../shared/ui/refusal'
import { useStore } from '../../shared/use-store'

/** Makes a past meeting of the lines, and says which. */
export function SaveAsMeeting({ live }: { live: LiveAsr }) {
  const { isUnsaved, isSaving } = useStore(live)
  const { lines } = useStore(live.session)
  const save = useRemoteCall(() => live.saveAsMeeting())
  const [savedId, setSavedId] = useState('')
  const run = async () => {
    const outcome = await save.run()
    if (outcome.phase === 'success') setSavedId(outcome.data)
  }
  return (
    <>
      <Refusal text={save.error?.message} />
      {savedId && !isUnsaved ? (
        <span role="status">
          <Anchor component={Link} size="sm" to={fillRoute(routes.past, { meeting_id: savedId })}>
            Saved: open it
          </Anchor>
        </span>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDeviceFloppy size={14} />}
          loading={isSaving}
          disabled={lines.length === 0}
          onClick={() => void run()}
        >
          Save as meeting
        </Button>
      )}
    </>
  )
}

/** After End Call the transcript stays until it is no longer wanted. */
export function EndedRow({ live, onDone }: { live: LiveAsr; onDone: () => void }) {
  const { isUnsaved } = useStore(live)
  return (
    <BannerRow>
      <span>
        The call has ended. {isUnsaved && 'Its transcript is kept in this browser until it is saved.'}
      </span>
      <Group gap={8} wrap="nowrap">
        {isUnsaved && (
          <Button size="compact-xs" variant="default" onClick={() => live.discard()}>
            Discard
          </Button>
        )}
        <Button size="compact-xs" onClick={onDone}>
          Done
        </Button>
      </Group>
    </BannerRow>
  )
}

/** Leaving warns while there are lines that nobody has saved. */
export function LeaveUnsaved({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
      title="Leave without saving the transcript?"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        It was neither exported nor saved as a meeting. This browser keeps it and shows it again when you open
        Live ASR.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={() => blocker.reset()}>
          Stay
        </Button>
        <Button size="xs" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      </Group>
    </Modal>
  )
}
