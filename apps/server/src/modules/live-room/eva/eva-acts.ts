import type { OffTheRecord } from '../../transcripts'
import type { Announcement } from '../outbox/outbox'

/** Something that was said, on the meeting's clock. */
export interface SpokenText {
  id: string
  streamId: string
  csi: number
  text: string
  startMs: number
  endMs: number
  /** How likely the sound itself holds the call that the text holds. */
  callLikelihood?: number
}

export interface SpokenHighlight {
  label: 'highlight' | 'note' | 'action_item' | 'decision' | 'follow_up'
  text: string
  startMs: number
  endMs: number
  csis: number[]
  triggerWord: string
}

/** What became of a call that was undone. */
export interface UndoResult {
  /** The stretch off the record that ends earlier now. */
  shortened?: OffTheRecord
  /** Until when anything is off the record then. */
  untilMs?: number
}

/** Takes back what a call did, for the person who says that it was not meant; undefined where nothing is left to undo. */
export type Undo = (by: string) => UndoResult | undefined

/** What EVA can do in the room. */
export interface EvaActs {
  /** On the meeting's clock. */
  nowMs(): number
  isMuffled(): boolean
  announce(announcement: Announcement): void
  /** Answers its id. */
  highlight(highlight: SpokenHighlight): string
  removeHighlight(id: string, by: string): void
  /** Whether that changed anything. */
  setEarmuffs(on: boolean, by: string): boolean
  setChimes(on: boolean, by: string): boolean
  offTheRecord(durationMs: number, by: string, utterance: SpokenText): Undo
}
