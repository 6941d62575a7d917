import { eventMessages } from './0031-event-messages'
import { nodes } from './0040-nodes'
import { logPartitions } from './0060-log-partitions'
import { ledgerChain } from './0061-ledger-chain'
import { nodeReport } from './0062-node-report'
import { afterCall } from './0077-after-call'
import { conferencing } from './0080-conferencing'
import { manuscripts } from './0084-manuscripts'
import { manuscriptReturns } from './0085-manuscript-returns'
import { lineChanges } from './0090-line-changes'
import { nodeUrl } from './0099-node-url'
import { meetingStart } from './0100-meeting-start'
import { repeatedRuns } from './0104-repeated-runs'
import { knownVoices } from './0112-known-voices'
import { pendingSignIns } from './0145-pending-sign-ins'
import { recordingEnd } from './0155-recording-end'
import { cloudOutbox } from './0165-cloud-outbox'
import { signInFailures } from './0180-sign-in-failures'
import { jobs } from './0190-jobs'
import { meetingJobs } from './0191-meeting-jobs'
import { nodeSamples } from './0201-node-samples'
import { traces } from './0210-traces'
import { liveWork } from './0215-live-work'
import { endedSessions } from './0220-ended-sessions'
import { asrStreams } from './0221-asr-streams'
import { utteranceSpeakers } from './0230-utterance-speakers'
import { deferredDeletions } from './0240-deferred-deletions'
import { access } from './0310-access'
import { audit } from './0330-audit'
import { accountLinks } from './0340-account-links'
import { search } from './0410-search'
import { library } from './0420-library'
import { searchWordsGone } from './0440-search-words-gone'
import { searchByMeaning } from './0450-search-by-meaning'
import { foundMeetings } from './0460-found-meetings'
import { nearMeetings } from './0520-near-meetings'
import { liveTimes } from './live/0032-live-times'
import { offTheRecord } from './live/0033-off-the-record'
import { hurried } from './live/0093-hurried'
import { sharedMicrophones } from './live/0113-shared-microphones'
import { callsWithoutSound } from './live/0130-calls-without-sound'
import { roomLease } from './live/0211-room-lease'
import { liveSpeakers } from './live/0510-live-speakers'
import type { Migration } from './migration'
import { trainable } from './training/0070-trainable'
import { trainingArchives } from './training/0074-training-archives'
import { shardTurns } from './training/0102-shard-turns'
import { archiveMeetings } from './training/0103-archive-meetings'
import { archiveReason } from './training/0160-archive-reason'
import { shardOrders } from './training/0200-shard-orders'
import { events } from './v0.1/0001-events'
import { signOn } from './v0.1/0002-sign-on'
import { meetings } from './v0.1/0010-meetings'
import { uploads } from './v0.1/0011-uploads'
import { transcripts } from './v0.1/0012-transcripts'
import { pipeline } from './v0.1/0020-pipeline'
import { samples } from './v0.1/0021-samples'
import { openRuns } from './v0.1/0022-open-runs'
import { live } from './v0.1/0030-live'

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
  trainable,
  trainingArchives,
  afterCall,
  conferencing,
  manuscripts,
  manuscriptReturns,
  lineChanges,
  hurried,
  nodeUrl,
  meetingStart,
  shardTurns,
  archiveMeetings,
  repeatedRuns,
  knownVoices,
  sharedMicrophones,
  callsWithoutSound,
  pendingSignIns,
  recordingEnd,
  archiveReason,
  cloudOutbox,
  signInFailures,
  jobs,
  meetingJobs,
  shardOrders,
  nodeSamples,
  traces,
  roomLease,
  liveWork,
  endedSessions,
  asrStreams,
  utteranceSpeakers,
  deferredDeletions,
  access,
  audit,
  accountLinks,
  search,
  library,
  searchWordsGone,
  searchByMeaning,
  foundMeetings,
  liveSpeakers,
  nearMeetings,
]
