import { counted, texts } from '@livetap/contract'
import type { UnsavedCall, UnsavedCalls } from '@livetap/session'
import { Button, Group, Modal, Text } from '@mantine/core'
import { IconDeviceFloppy, IconFileText, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ExportMenu, SavedLink } from '../../../shared/asr/transcript-actions'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { RelativeTime } from '../../../shared/time/relative-time'
import { Refusal } from '../../../shared/ui/feedback/refusal'
import { useStore } from '../../../shared/use-store'
import classes from './unsaved.module.css'
import { useUnsavedCalls } from './use-unsaved-calls'

/** What calls left behind that were neither saved nor exported. */
export function UnsavedText() {
  const unsaved = useUnsavedCalls()
  const { calls } = useStore(unsaved)
  if (calls.length === 0) return null
  return (
    <section aria-label="Unsaved text">
      <ul className={classes.offers}>
        {calls.map(call => (
          <Offer key={call.id} call={call} unsaved={unsaved} />
        ))}
      </ul>
    </section>
  )
}

function Offer({ call, unsaved }: { call: UnsavedCall; unsaved: UnsavedCalls }) {
  const { id, lines, outcome, startedAtMs } = call
  const [isAsking, setAsking] = useState(false)
  const save = useRemoteCall(() => unsaved.save(call))
  const titleId = `unsaved-${id}`
  return (
    <li className={classes.offer} aria-labelledby={titleId}>
      <IconFileText size={16} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <strong id={titleId}>
          {texts.asr.unsavedText}, <RelativeTime at={startedAtMs} />
        </strong>
        <span className={classes.excerpt}>
          {counted(lines.length, 'line')}: {lines[0]?.text}
        </span>
      </div>
      <Refusal text={save.error?.message} />
      <div className={classes.actions}>
        {outcome?.kind === 'exported' && <span role="status">Exported</span>}
        {outcome?.kind === 'saved' ? (
          <SavedLink meetingId={outcome.meetingId} />
        ) : (
          <Button
            size="compact-xs"
            leftSection={<IconDeviceFloppy size={14} />}
            loading={save.loading}
            onClick={() => void save.run()}
          >
            Save as meeting
          </Button>
        )}
        <ExportMenu name={id} textOf={form => unsaved.exported(call, form)} />
        {!outcome && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => setAsking(true)}
          >
            Discard
          </Button>
        )}
      </div>
      {isAsking && <DiscardDialog onDiscard={() => unsaved.discard(call)} onClose={() => setAsking(false)} />}
    </li>
  )
}

function DiscardDialog({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Discard this text?"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">It is in this browser alone. This cannot be undone.</Text>
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button size="xs" color="red" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Modal>
  )
}
