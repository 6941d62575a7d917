import type { Announcement } from '../outbox/outbox'

/** Something that was said, on the meeting's clock. */
export interface Said {
  id: string
  streamId: string
  csi: number
  text: string
  startMs: number
  endMs: number
}

export interface HeardHighlight {
  label: 'highlight' | 'note' | 'action_item' | 'decision' | 'follow_up'
  text: string
  startMs: number
  endMs: number
  csis: number[]
  triggerWord: string
}

/** What EVA can do in the room. */
export interface EvaActs {
  isMuffled(): boolean
  announce(announcement: Announcement): void
  highlight(highlight: HeardHighlight): void
  setEarmuffs(on: boolean, by: string): void
  setChimes(on: boolean, by: string): void
  offTheRecord(durationMs: number, by: string, said: Said): void
}
