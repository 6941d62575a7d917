import type { NamedVoice, VoiceMatch } from '@livetap/speech'
import type { Log } from '../../platform/log/log'
import type { Media } from '../../platform/media/media'
import type { LedgerEntry, LogEntry } from '../events'
import type { Meeting, MeetingChange } from '../meetings'
import type { NewShard } from '../trainable'
import type { NewUtterance, StoredHighlight } from '../transcripts'
import type { RunFiles } from './runs/run-files'
import type { SpeechTools } from './speech-tools'
import type { StageName, StageOutputs } from './stage-outputs'

/** What a stage hands over. Its output and its events become true in one transaction. */
export interface StageResult<K extends StageName> {
  output: StageOutputs[K]
  ledger?: LedgerEntry[]
  logs?: LogEntry[]
  meeting?: MeetingChange
}

/** Finished pieces of a stage, by number: the worker that takes a run over continues behind them. */
export interface Parts {
  all(stage: StageName): Promise<Map<number, unknown>>
  /** The same number again changes nothing. */
  put(stage: StageName, number: number, content: object): Promise<void>
}

/** Where the text of a meeting goes; each call puts its list in the place of the one before. */
export interface TranscriptSink {
  utterances(list: readonly NewUtterance[]): Promise<void>
  highlights(list: readonly StoredHighlight[]): Promise<void>
  shards(list: readonly NewShard[]): Promise<void>
}

/** Voices that the meeting's host has named before; none where the host does not want them kept. */
export interface KnownVoices {
  voices(): Promise<NamedVoice[]>
  /** In place of what was proposed before. */
  propose(matches: readonly VoiceMatch[]): Promise<void>
}

/** All a stage may touch. It knows neither queue nor database, so a plain loop can run it as well. */
export interface StageContext {
  readonly meeting: Meeting
  readonly media: Media
  readonly speech: SpeechTools
  readonly files: RunFiles
  readonly parts: Parts
  readonly sink: TranscriptSink
  readonly known: KnownVoices
  readonly signal: AbortSignal
  readonly log: Log
  output<K extends StageName>(stage: K): StageOutputs[K]
  /** Written at once, not with the stage: what begins is known even if its worker dies. */
  record(entry: LogEntry): Promise<void>
  /** 0 to 1. */
  progress(share: number): void
}

/** Running a stage twice leaves what running it once leaves. */
export interface Stage<K extends StageName = StageName> {
  readonly name: K
  run(context: StageContext): Promise<StageResult<K>>
}
