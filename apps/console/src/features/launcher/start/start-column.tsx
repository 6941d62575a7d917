import { type LauncherMode, listeningPath, startLabel, submitLabel, texts } from '@livetap/contract'
import { Anchor, Button, Progress, UnstyledButton } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CopyableId } from '../../../shared/ui/lists/copyable-id'
import classes from '../launcher.module.css'
import type { StartProgress, UnwantedMeeting } from './start-context'
import type { StartFailure } from './start-failure'

interface Props {
  mode: LauncherMode
  submitting: boolean
  /** Why it cannot start; null when it can. */
  blocked: string | null
  progress: StartProgress | null
  failure: StartFailure | null
  unwanted: UnwantedMeeting | null
  onGoToField: () => void
  onCancel: () => void
  /** Offered where a recording was chosen without its transcripts. */
  onAudioAlone: (() => void) | undefined
}

const TITLE_ID = 'start-title'

/** The label by mode titles the column and describes the button; the button itself reads START!. */
export function StartPanel(props: Props) {
  const { mode, submitting, blocked, progress, failure, unwanted, onGoToField, onCancel, onAudioAlone } =
    props
  return (
    <div className={classes.start}>
      <h3 className={classes.startTitle} id={TITLE_ID}>
        {submitLabel(mode)}
      </h3>
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.startButton}
        disabled={submitting || blocked !== null}
        aria-describedby={TITLE_ID}
        aria-keyshortcuts="Enter"
        leftSection={submitting ? undefined : <IconPlayerPlayFilled size={16} aria-hidden />}
      >
        {startLabel(mode, submitting)}
      </Button>
      <div className={classes.startLine}>
        <div role="status" className={classes.reason}>
          {blocked && !submitting && (
            <UnstyledButton className={classes.reasonButton} onClick={onGoToField}>
              {blocked}
            </UnstyledButton>
          )}
          {submitting && progress?.text}
        </div>
        {submitting && (
          <Button variant="default" size="xs" onClick={onCancel}>
            {texts.launcher.cancel}
          </Button>
        )}
      </div>
      {onAudioAlone && !submitting && (
        <Button variant="default" size="xs" fullWidth onClick={onAudioAlone}>
          {texts.launcher.openAudioOnly}
        </Button>
      )}
      {submitting && progress && <RunningProgress {...progress} />}
      {failure && !submitting && <LastFailure {...failure} />}
      {unwanted && !submitting && <Unwanted {...unwanted} />}
    </div>
  )
}

function RunningProgress({ percent, fileName }: StartProgress) {
  return (
    <div className={classes.progress}>
      <div className={classes.progressLine}>
        <span className={classes.fileName}>{fileName}</span>
        {percent !== undefined && <span className={classes.percent}>{percent}%</span>}
      </div>
      <Progress.Root size="sm" transitionDuration={120}>
        <Progress.Section
          value={percent ?? 100}
          animated={percent === undefined}
          striped={percent === undefined}
          aria-label="Progress"
        />
      </Progress.Root>
    </div>
  )
}

/** What became of a meeting that was created and then not wanted. */
function Unwanted({ meetingId, isDropped }: UnwantedMeeting) {
  return (
    <p className={classes.unwanted} role="status">
      {isDropped ? (
        'The meeting that had been created was ended.'
      ) : (
        <>
          A meeting was created and could not be ended: it is still running.{' '}
          <Anchor component={Link} to={listeningPath(meetingId)} inherit>
            Open it
          </Anchor>{' '}
          to end it.
        </>
      )}
    </p>
  )
}

function LastFailure({ status, trackingId }: StartFailure) {
  return (
    <p className={classes.failure}>
      Nothing was opened. Check the fields and start again
      {status >= 500 ? '; the server could not answer' : ''}.
      {trackingId && (
        <span className={classes.tracking}>
          Tracking id <CopyableId id={trackingId} label="tracking id" length={24} />
        </span>
      )}
    </p>
  )
}
