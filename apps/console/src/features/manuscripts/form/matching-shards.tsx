import { counted, type MatchingShards, type MatchingShardsQuery, plural } from '@livetap/contract'
import { matchingShards } from '@livetap/contract/calls/manuscripts'
import { formatHours, matchingQuery, type ProjectFormValues } from '@livetap/session'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi, useIsEmbedded } from '../../../shared/session/session-context'
import classes from '../manuscripts.module.css'

const TYPING_MS = 300

/** What the project would be filled from, asked for again once the fields rest. An upstream cannot say it. */
export function MatchingCount({ values }: { values: ProjectFormValues }) {
  const query = matchingQuery(values)
  return useIsEmbedded('manuscripts') && query ? <Count query={JSON.stringify(query)} /> : null
}

function Count({ query }: { query: string }) {
  const api = useApi()
  const [asked] = useDebouncedValue(query, TYPING_MS)
  const { run, data } = useRemoteCall((signal, given: string) =>
    api.call(matchingShards, { query: JSON.parse(given) as MatchingShardsQuery }, { signal }),
  )
  useEffect(() => void run(asked), [asked, run])
  const isEmpty = data && data.train.shards + data.evaluation.shards === 0
  return (
    <p className={classes.matching} role="status" data-empty={isEmpty || undefined}>
      {data && said(data)}
    </p>
  )
}

function said({ train, evaluation }: MatchingShards): string {
  const shards = train.shards + evaluation.shards
  if (shards === 0)
    return '0 shards, 0.00 h match: the project would stay empty until fitting shards are cut. Widen the lengths, the site or the switches.'
  const hours = formatHours(train.length_ms + evaluation.length_ms)
  const parts = `${formatHours(train.length_ms)} h train, ${formatHours(evaluation.length_ms)} h eval`
  return `${counted(shards, 'shard')}, ${hours} h ${plural(shards, 'matches', 'match')} (${parts})`
}
