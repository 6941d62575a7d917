import { type ArchiveInfo, counted, HOUR_MS, texts } from '@livetap/contract'
import type { ArchiveRequests } from '@livetap/session'
import { Button, Progress } from '@mantine/core'
import { formatBytes } from '../../../shared/format-bytes'
import { RelativeTime } from '../../../shared/time/relative-time'
import { useStore } from '../../../shared/use-store'
import classes from './archive.module.css'
import { percentOf } from './archive-values'

/** Archives of the region that were asked for before, by anyone. */
export function ArchiveList({ requests }: { requests: ArchiveRequests }) {
  const { archives } = useStore(requests)
  return (
    <section aria-label="Archives" className={classes.list}>
      <h2>Archives of this region</h2>
      {archives && archives.length === 0 && <p className={classes.quiet}>No archive was built yet.</p>}
      <ul>
        {archives?.map(archive => (
          <Archive key={archive.request_id} archive={archive} requests={requests} />
        ))}
      </ul>
    </section>
  )
}

function Archive({ archive, requests }: { archive: ArchiveInfo; requests: ArchiveRequests }) {
  const { request_id, status, created_at, requested_by, count, total, url, error } = archive
  const percent = percentOf(archive)
  return (
    <li className={classes.archive} data-status={status}>
      <div className={classes.head}>
        <span>{created_at ? <RelativeTime at={created_at} /> : '–'}</span>
        <span className={classes.quiet}>{requested_by}</span>
        <span className={classes.status} data-status={status}>
          {status}
        </span>
      </div>
      <div className={classes.quiet}>{filterText(archive)}</div>
      {status === 'zip-processing' && (
        <div className={classes.head}>
          <Progress value={percent} className={classes.bar} aria-label="Packed" />
          <span className={classes.quiet}>
            {count} of {total}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => void requests.cancel(request_id)}>
            Cancel
          </Button>
        </div>
      )}
      {status === 'zip-failed' && <div className={classes.error}>{error}</div>}
      {status === 'zip-completed' && (
        <div className={classes.head}>
          <span className={classes.quiet}>{sizeText(archive)}</span>
          {url ? (
            <Button size="compact-xs" variant="default" onClick={() => void requests.fetch(request_id)}>
              Download
            </Button>
          ) : (
            <span className={classes.quiet}>{texts.train.awaitingLink}</span>
          )}
        </div>
      )}
    </li>
  )
}

const sizeText = ({ count, length_ms, bytes }: ArchiveInfo): string =>
  `${counted(count, 'utterance')}, ${(length_ms / HOUR_MS).toFixed(2)} h, ${formatBytes(bytes)}`

function filterText({ filter }: ArchiveInfo): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${String(value)}`)
  return parts.length > 0 ? parts.join(' · ') : 'all utterances'
}
