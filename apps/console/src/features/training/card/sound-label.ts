import { texts } from '@livetap/contract'
import type { PlayerState } from '@livetap/session'

/** What the player of a shard does, in the documents' words; empty while it rests. */
export function soundLabel(state: Pick<PlayerState, 'phase' | 'isPlaying'> | undefined): string {
  if (state?.phase === 'seeking') return texts.train.seeking
  return state?.isPlaying ? texts.train.playing : ''
}
