import { type ArchiveFilter, counted, HOUR_MS } from '@livetap/contract'
import { estimateArchive } from '@livetap/contract/calls/training-archives'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { formatBytes } from '../../../shared/format-bytes'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi } from '../../../shared/session/session-context'
import classes from './archive.module.css'

const TYPING_MS = 300

interface Props {
  region: string
  /** Absent while a field is wrong. */
  filter: ArchiveFilter | undefined
}

/** What the archive would hold, asked for again once the fields rest. */
export function ArchiveEstimate({ region, filter }: Props) {
  const api = useApi()
  const wanted = filter && JSON.stringify(filter)
  const [asked] = useDebouncedValue(wanted, TYPING_MS)
  const { run, data, error } = useRemoteCall((signal, given: string) => {
    const body = { client_region: region, ...(JSON.parse(given) as ArchiveFilter) }
    return api.call(estimateArchive, { body }, { signal })
  })
  useEffect(() => {
    if (asked !== undefined) void run(asked)
  }, [asked, run])
  const text = !filter
    ? 'Correct the fields above'
    : error
      ? `No estimate: ${error.message}`
      : data
        ? `${counted(data.count, 'utterance')}, ${(data.length_ms / HOUR_MS).toFixed(2)} h, about ${formatBytes(data.bytes)}`
        : 'Estimating'
  return (
    <span className={classes.estimate} role="status" data-testid="archive-estimate">
      {text}
    </span>
  )
}
