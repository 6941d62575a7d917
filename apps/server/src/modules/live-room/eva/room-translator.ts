import type { RoomView } from '../room/room-view'
import type { StreamResult } from '../streams/stream-result'

/** Puts what is said into the languages that a user asked for. */
export interface RoomTranslator {
  /** What is known so far of this utterance; more comes as another interim. */
  interim(room: RoomView, heard: StreamResult): Record<string, string>
  /** The final is said again, with its translations. */
  final(room: RoomView, heard: StreamResult): void
}
