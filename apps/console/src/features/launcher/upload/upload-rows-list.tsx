import { Button } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { formatBytes } from '../../../shared/format-bytes'
import classes from '../launcher.module.css'
import type { UploadRow, UploadRowState } from './upload-rows'

const stateTexts: Record<UploadRowState, string> = {
  waiting: 'Waiting',
  creating: 'Preparing',
  uploading: 'Uploading',
  paused: 'Paused',
  reconnecting: 'Connection lost, trying again',
  done: 'Uploaded',
  failed: 'Failed',
}

interface Props {
  rows: readonly UploadRow[]
  /** Null when nothing can be paused now. */
  paused: boolean | null
  onPause: () => void
  onResume: () => void
}

/** The files that are not uploaded yet, with their states; one control holds and continues them. */
export function UploadRowsList({ rows, paused, onPause, onResume }: Props) {
  if (rows.length === 0) return null
  const done = rows.filter(row => row.state === 'done').length
  return (
    <section className={classes.uploadRows} aria-label="Files of this upload">
      <div className={classes.progressLine}>
        <span className={classes.uploadCount}>
          {done} of {rows.length} uploaded
        </span>
        {paused !== null && (
          <Button
            variant="default"
            size="compact-xs"
            onClick={paused ? onResume : onPause}
            leftSection={
              paused ? (
                <IconPlayerPlayFilled size={12} aria-hidden />
              ) : (
                <IconPlayerPauseFilled size={12} aria-hidden />
              )
            }
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
        )}
      </div>
      <ul>
        {rows.map((row, at) =>
          row.state === 'done' ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: files keep their place, and two may share a name
            <li key={at} data-state={row.state}>
              <div className={classes.progressLine}>
                <span className={classes.fileName} data-hint={row.fileName}>
                  {row.fileName}
                </span>
                <span className={classes.percent}>
                  {row.state === 'waiting' ? formatBytes(row.bytes) : `${row.percent}%`}
                </span>
              </div>
              <span className={classes.uploadState}>
                {stateTexts[row.state]}
                {row.error && `: ${row.error}`}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
