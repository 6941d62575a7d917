import {
  type CallState,
  type Highlight,
  type HotwordMessage,
  type LiveTranscript,
  UNKNOWN_CALL,
} from '@livetap/contract'
import { liveTranscriptWithout, touches } from '@livetap/transcript'
import { type Backlog, speechStarted, speechStopped, textReached } from './backlog'
import { type KnownRange, type LiveRoom, type Participant, voiceOf } from './live-room'

type Change = Partial<LiveRoom>
type MessageOf<T extends HotwordMessage['type']> = Extract<HotwordMessage, { type: T }>

export const startOfTranscript = ({ transcript }: LiveTranscript) => transcript.start_millis
export const startOfHighlight = ({ start_millis }: Highlight) => start_millis

const addTranscript = (room: LiveRoom, final: LiveTranscript): readonly LiveTranscript[] =>
  putInOrder(room.transcripts, final, startOfTranscript)

export const addHighlight = (room: LiveRoom, highlight: Highlight): readonly Highlight[] =>
  putInOrder(room.highlights, highlight, startOfHighlight)

/** What each message changes in the room; `nowMs` is of `steadyNow`. */
const changes: {
  [T in HotwordMessage['type']]: (room: LiveRoom, message: MessageOf<T>, nowMs: number) => Change
} = {
  transcript_interim_results: (room, message) => ({
    interims: withInterim(room, message),
    backlog: withText(room, message),
  }),
  transcript_final_result: (room, message) => ({
    transcripts: addTranscript(room, merged(room, transcriptOf(message))),
    interims: room.interims.filter(({ id }) => id !== message.id),
    backlog: withText(room, message),
  }),
  highlight_created: (room, { data }) => ({ highlights: addHighlight(room, data) }),
  highlight_deleted: (room, { data }) => ({
    highlights: room.highlights.filter(({ id }) => id !== data.id),
  }),
  // Its text is a toast; the room stays as it is.
  eva_thanks: () => ({}),
  action_item_started: () => ({ actionItemOpen: true }),
  action_item_ended: () => ({ actionItemOpen: false }),
  call_started: (room, { data }, nowMs) => (data ? stateOf(room, data, nowMs) : {}),
  // The screen leaves for the past view.
  call_ended: () => ({ interims: [] }),
  chimes_enabled: () => ({ chimes: true }),
  chimes_disabled: () => ({ chimes: false }),
  earmuffs_enabled: () => ({ evaMuted: true, evaWoken: undefined }),
  earmuffs_disabled: () => ({ evaMuted: false }),
  eva_wake: (_, { data }, nowMs) => ({
    evaWoken: {
      word: data?.trigger_word ?? 'EVA',
      atMs: nowMs,
      callId: data?.call_id,
    },
  }),
  // What it did is taken back by messages of their own, except for the end of a stretch off the record.
  eva_call_undone: (room, { data, ts }, nowMs) => ({
    undoneCall: data.call_id,
    ...(room.evaWoken?.callId === data.call_id && { evaWoken: undefined }),
    ...(data.off_the_record_until_millis !== undefined &&
      endedAt(room, data.off_the_record_until_millis, ts, nowMs)),
  }),
  goodbye: () => ({ evaWoken: undefined }),
  // The connection's own; its panel shows the round trip.
  pong: () => ({}),
  speaker_started: (room, { data }, nowMs) => ({
    participants: speaking(room, data, true),
    backlog: room.transcription ? speechStarted(room.backlog, keyOf(data), nowMs) : room.backlog,
  }),
  speaker_stopped: (room, { data }, nowMs) => ({
    participants: speaking(room, data, false),
    backlog: speechStopped(room.backlog, keyOf(data), nowMs),
  }),
  microphone_changed: (room, { data }) => ({ participants: withMicrophone(room, data) }),
  // What was captured in it is not on any screen either.
  off_the_record: (room, { data, ts }, nowMs) => {
    const range = { startMs: data.from_millis, endMs: data.until_millis }
    const onRecord = (one: LiveTranscript) => liveTranscriptWithout(one, [range]) ?? []
    return {
      transcripts: room.transcripts.flatMap(onRecord),
      interims: room.interims.flatMap(onRecord),
      highlights: room.highlights.filter(
        one => !touches({ startMs: one.start_millis, endMs: one.end_millis }, [range]),
      ),
      offTheRecord: withRanges(room.offTheRecord, [data]),
      // Of what is not kept no text comes.
      backlog: new Map(),
      offTheRecordUntilMs: Math.max(room.offTheRecordUntilMs, untilMs(room, data.until_millis, ts, nowMs)),
    }
  },
  on_the_record: (room, { data, ts }, nowMs) => endedAt(room, data.at_millis, ts, nowMs),
  language_changed: (_, { data }) => ({ languageCode: data.language_code }),
  status_changed: (room, { data: { recording, transcription } }) => ({
    recording,
    transcription,
    backlog: transcription ? room.backlog : new Map(),
  }),
  connected_changed: (_, { data }) => ({ connected: data.connected }),
  translations_changed: (_, { data }) => ({ translations: data.translations }),
  behind_changed: (_, { data }) => ({ behindMs: data.behind_millis }),
  // The connection's own: the batch of replayed messages is complete.
  replay_ended: () => ({}),
  // Reported by a toast.
  error: ({ evaWoken }, { data }) => ({
    ...(data.command_id !== undefined && { refusedCommand: data.command_id }),
    ...(data.code === UNKNOWN_CALL && evaWoken && { evaWoken: { ...evaWoken, callId: undefined } }),
  }),
}

export function applyMessage(room: LiveRoom, message: HotwordMessage, nowMs: number): Change {
  const change = changes[message.type] as (room: LiveRoom, message: HotwordMessage, nowMs: number) => Change
  return change(room, message, nowMs)
}

/** Each once, in the order of time; one that comes again may say which command asked for it. */
export function withRanges(known: readonly KnownRange[], more: readonly KnownRange[]): readonly KnownRange[] {
  const byPlace = new Map(known.map(range => [`${range.from_millis} ${range.until_millis}`, range]))
  for (const range of more) {
    const place = `${range.from_millis} ${range.until_millis}`
    byPlace.set(place, { ...byPlace.get(place), ...range })
  }
  return [...byPlace.values()].sort((a, b) => a.from_millis - b.from_millis)
}

function withInterim(room: LiveRoom, message: LiveTranscript): readonly LiveTranscript[] {
  // A final was said meanwhile: what comes late must not be shown below it again.
  const settled = room.transcripts.findLast(({ id }) => id === message.id) !== undefined
  const others = room.interims.filter(one => one.id !== message.id && voiceOf(one) !== voiceOf(message))
  return settled || message.transcript.text === '' ? others : [...others, transcriptOf(message)]
}

/** A final comes again when its translations are there; those it has stay. */
function merged(room: LiveRoom, final: LiveTranscript): LiveTranscript {
  const before = room.transcripts.findLast(({ id }) => id === final.id)
  return before ? { ...final, translations: { ...before.translations, ...final.translations } } : final
}

const transcriptOf = ({ id, transcript, translations }: LiveTranscript): LiveTranscript => ({
  id,
  transcript,
  translations,
})

interface Voice {
  csi: number
  stream_id?: string
  name?: string
  client_key?: string
  shared?: boolean
  voices?: number
}

const keyOf = ({ csi, stream_id }: Voice): string => stream_id ?? `csi ${csi}`

const participantOf = (voice: Voice, isSpeaking: boolean): Participant => ({
  key: keyOf(voice),
  csi: voice.csi,
  name: voice.name ?? `CSI ${voice.csi}`,
  speaking: isSpeaking,
  clientKey: voice.client_key,
  shared: voice.shared,
  voices: voice.voices ?? 1,
})

const withText = (room: LiveRoom, line: LiveTranscript): Backlog =>
  room.startedAtMs === undefined
    ? room.backlog
    : textReached(room.backlog, voiceOf(line), room.startedAtMs + line.transcript.end_millis)

function speaking(room: LiveRoom, voice: Voice, isSpeaking: boolean): readonly Participant[] {
  const one = participantOf(voice, isSpeaking)
  return room.participants.some(({ key }) => key === one.key)
    ? room.participants.map(other => (other.key === one.key ? one : other))
    : [...room.participants, one]
}

function withMicrophone(room: LiveRoom, voice: Voice): readonly Participant[] {
  const before = room.participants.find(({ key }) => key === keyOf(voice))
  return speaking(room, voice, before?.speaking ?? false)
}

function stateOf(room: LiveRoom, state: CallState, nowMs: number): Change {
  const startedAtMs = nowMs - state.clock_millis
  const until = state.off_the_record_until_millis
  return {
    languageCode: state.language_code,
    evaMuted: state.earmuffs,
    chimes: state.chimes,
    recording: state.recording,
    transcription: state.transcription,
    actionItemOpen: state.action_item_open,
    offTheRecordUntilMs: until === undefined ? 0 : startedAtMs + until,
    mayGoOffTheRecord: state.may_go_off_the_record,
    participants: state.speakers.map(speaker => participantOf(speaker, speaker.speaking)),
    connected: state.connected,
    ownKey: state.own_key ?? room.ownKey,
    translations: state.translations ?? room.translations,
    behindMs: state.behind_millis,
    // What was said before is with the service.
    backlog: new Map(),
    // What was being said before a cut comes again with its next words.
    interims: room.interims.length > 0 ? [] : room.interims,
    startedAtMs,
  }
}

/** Everything that is off the record ends there at the latest. */
const endedAt = (room: LiveRoom, untilMillis: number, ts: number, nowMs: number): Change => ({
  offTheRecord: room.offTheRecord
    .map(range => (range.until_millis > untilMillis ? { ...range, until_millis: untilMillis } : range))
    .filter(range => range.until_millis > range.from_millis),
  offTheRecordUntilMs: Math.min(room.offTheRecordUntilMs, untilMs(room, untilMillis, ts, nowMs)),
})

/** The message's own time has to do where the meeting's clock is not known. */
const untilMs = (room: LiveRoom, untilMillis: number, ts: number, nowMs: number): number =>
  room.startedAtMs === undefined ? Math.max(ts, nowMs) : room.startedAtMs + untilMillis

/** A copy with the item in its place by start and id; one with the same id gives way to it. */
function putInOrder<T extends { id: string }>(
  items: readonly T[],
  item: T,
  startOf: (item: T) => number,
): readonly T[] {
  const before = (one: T) =>
    startOf(one) < startOf(item) || (startOf(one) === startOf(item) && one.id < item.id)
  const others = items.some(({ id }) => id === item.id) ? items.filter(({ id }) => id !== item.id) : items
  let low = 0
  let high = others.length
  // The newest item almost always belongs at the end.
  if (high > 0 && before(others[high - 1]!)) low = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(others[middle]!)) low = middle + 1
    else high = middle
  }
  return [...others.slice(0, low), item, ...others.slice(low)]
}

/** All of them in order; of several with the same id the last one counts. */
export function inOrder<T extends { id: string }>(
  items: readonly T[],
  startOf: (item: T) => number,
): readonly T[] {
  const byId = new Map(items.map(item => [item.id, item]))
  return [...byId.values()].sort(
    (one, other) => startOf(one) - startOf(other) || (one.id < other.id ? -1 : 1),
  )
}
