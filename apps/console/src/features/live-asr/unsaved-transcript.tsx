import type { LiveAsr } from '@livetap/session'
import { Button, Group, Modal, Text } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { leadsToSaved, SavedLink } from '../../shared/asr/transcript-actions'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { Refusal } from '../../shared/ui/feedback/refusal'
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
        <SavedLink meetingId={savedId} />
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

/** The call goes on, and has lines that were neither exported nor saved. */
function isCutShort(live: LiveAsr): boolean {
  const { isUnsaved, phase } = live.getSnapshot()
  return isUnsaved && phase !== 'ending' && phase !== 'ended'
}

/** The microphone is heard, and leaving ends that. */
function isRecording({ session, getSnapshot }: LiveAsr): boolean {
  const { muted, paused } = session.getSnapshot()
  return getSnapshot().phase === 'live' && !muted && !paused
}

/** Leaving asks while the call records, and while it goes on with lines that are not saved; not on the way to what was saved. */
export function LeaveUnsaved({ live }: { live: LiveAsr }) {
  useStore(live)
  const isWarning = isCutShort(live)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      (isCutShort(live) || (isRecording(live) && !leadsToSaved(nextLocation.state))),
  )
  useEffect(() => {
    if (!isWarning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWarning])
  if (blocker.state !== 'blocked') return null
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
      title={isWarning ? 'Leave without saving the transcript?' : 'Leave while it records?'}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        {isWarning
          ? 'The call ends. Its transcript was neither exported nor saved as a meeting: this browser keeps it and offers it on the start page.'
          : 'The call ends, and the microphone is no longer heard.'}
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
