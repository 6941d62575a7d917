import type { WindowOfBoth } from '../../diarization/clustering/vbx-voices'
import type { NamedWindow } from './name-voices'

export type LabelledWindow = WindowOfBoth & NamedWindow

/** The voices found at a microphone, handed from one stream to the next, so that they keep their names. */
export class VoiceMemory {
  windows: readonly LabelledWindow[] = []
  /** Segments are named one after the other, each by all that came before it. */
  last: Promise<unknown> = Promise.resolve()
  /** How many names were given. */
  named = 0
}
