import { fillRoute, routes, texts } from '@livetap/contract'
import { isUnreadable, type UploadedEntry, type UploadList } from '@livetap/session'
import { Anchor, Button, Progress } from '@mantine/core'
import { Link } from 'react-router'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi } from '../../../shared/session/session-context'
import { CopyableId } from '../../../shared/ui/lists/copyable-id'
import { useStore } from '../../../shared/use-store'
import classes from '../launcher.module.css'

interface Props {
  list: UploadList
  onUploadAnother: () => void
}

/** Every upload with its state to the end. */
export function UploadedMeetings({ list, onUploadAnother }: Props) {
  const entries = useStore(list)
  if (entries.length === 0) return null
  return (
    <section className={classes.sideList} aria-label="Uploaded meetings">
      <h3 className={classes.sideHeading}>
        Uploaded meetings <span className={classes.count}>{entries.length}</span>
      </h3>
      <ul>
        {entries.map(entry => (
          <Entry key={entry.meetingId} entry={entry} list={list} onUploadAnother={onUploadAnother} />
        ))}
      </ul>
    </section>
  )
}

function stateText({ state, stage = '', stageNumber, stageCount, fraction, error }: UploadedEntry): string {
  if (state === 'processing') {
    const percent = `Transcribing ${Math.floor((fraction ?? 0) * 100)} %`
    return `${percent}. ${stageNumber && stageCount ? texts.launcher.stageOf(stageNumber, stageCount, stage) : stage}`
  }
  if (state === 'failed') return isUnreadable(error) ? texts.launcher.unreadableAudio : `Failed: ${error}`
  return { waiting: 'Waiting to be transcribed', ready: 'Ready', unknown: 'Asking the server…' }[state]
}

function Entry({ entry, list, onUploadAnother }: Props & { entry: UploadedEntry }) {
  const { meetingId, fileName, state, fraction } = entry
  return (
    <li data-state={state} data-testid="uploaded">
      <Anchor
        component={Link}
        to={fillRoute(routes.past, { meeting_id: meetingId })}
        className={classes.rowTitle}
        data-hint={fileName}
      >
        {fileName}
      </Anchor>
      <CopyableId id={meetingId} label="meeting id" length={36} />
      <span className={classes.uploadedState} role={state === 'failed' ? 'alert' : 'status'}>
        {stateText(entry)}
      </span>
      {state === 'processing' && (
        <Progress
          className={classes.uploadedBar}
          size="xs"
          value={(fraction ?? 0) * 100}
          aria-label={`Transcription of ${fileName}`}
        />
      )}
      {state === 'failed' && <FailedActions entry={entry} list={list} onUploadAnother={onUploadAnother} />}
    </li>
  )
}

function FailedActions({ entry, list, onUploadAnother }: Props & { entry: UploadedEntry }) {
  const api = useApi()
  const remove = useRemoteCall(async signal => {
    const { deleteMeeting } = await import('@livetap/contract/calls/meetings')
    await api.send(deleteMeeting, { params: { id: entry.meetingId } }, { signal })
  })
  const run = async () => {
    const { phase } = await remove.run()
    if (phase === 'success') list.remove(entry.meetingId)
  }
  return (
    <span className={classes.uploadedActions}>
      <Button size="compact-xs" variant="default" loading={remove.loading} onClick={() => void run()}>
        Delete
      </Button>
      <Button size="compact-xs" variant="default" onClick={onUploadAnother}>
        Upload another
      </Button>
      {remove.error && <span role="alert">{remove.error.message}</span>}
    </span>
  )
}
