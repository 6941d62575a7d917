import { texts } from '@livetap/contract'

export type ReplayErrorReason = 'not-inited' | 'init-timeout' | 'media' | 'refused'

/** Why the player does not play. `message` is the catalogue's text. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError'
  constructor(
    readonly reason: ReplayErrorReason,
    message: string,
  ) {
    super(message)
  }
}

const byCode: Readonly<Record<number, string>> = {
  1: texts.past.audioAborted,
  2: texts.past.audioNetwork,
  3: texts.past.audioDecode,
  4: texts.past.audioUnsupported,
}

/** The text of a MediaError's code. */
export function audioErrorText(code: number | undefined): string {
  return (code !== undefined && byCode[code]) || texts.past.audioUnknown
}
