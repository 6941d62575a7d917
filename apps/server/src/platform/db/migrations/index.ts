import { events } from './0001-events'
import { signOn } from './0002-sign-on'
import { meetings } from './0010-meetings'
import { uploads } from './0011-uploads'
import { transcripts } from './0012-transcripts'
import { pipeline } from './0020-pipeline'
import { samples } from './0021-samples'
import { openRuns } from './0022-open-runs'
import { live } from './0030-live'
import { eventMessages } from './0031-event-messages'
import { liveTimes } from './0032-live-times'
import { offTheRecord } from './0033-off-the-record'
import { nodes } from './0040-nodes'
import { logPartitions } from './0060-log-partitions'
import { ledgerChain } from './0061-ledger-chain'
import { nodeReport } from './0062-node-report'
import type { Migration } from './migration'

/** Applied in this order, each once. A released migration is never edited: a change is a new one. */
export const migrations: readonly Migration[] = [
  events,
  signOn,
  meetings,
  uploads,
  transcripts,
  pipeline,
  samples,
  openRuns,
  live,
  eventMessages,
  liveTimes,
  offTheRecord,
  nodes,
  logPartitions,
  ledgerChain,
  nodeReport,
]
