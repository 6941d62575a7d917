import type { Room } from './room'
import type { HeardResult } from './voices'

/** Puts what is said into the languages that somebody asked for. */
export interface RoomTranslator {
  /** What is known so far of this utterance; more comes as another interim. */
  interim(room: Room, heard: HeardResult): Record<string, string>
  /** The final is said again, with its translations. */
  final(room: Room, heard: HeardResult): void
}
