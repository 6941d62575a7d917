import { texts } from '@livetap/contract'

export type ReplayErrorReason = 'not_inited' | 'init_timeout' | 'media' | 'refused'

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

/** Not a text of the documents. */
const noSoundDevice =
  'There is no sound device to play on. Connect a loudspeaker or headphones, then reload the page.'

const byCode: Readonly<Record<number, string>> = {
  1: texts.past.audioAborted,
  2: texts.past.audioNetwork,
  3: texts.past.audioDecode,
  4: texts.past.audioUnsupported,
}

/** How Firefox and Chromium name a missing or failed output; both give it the code of a decoding error. */
const noOutput = /MediaSink|AUDIO_RENDERER_ERROR/i

/** The text of a MediaError. */
export function audioErrorText(error: { code: number; message?: string } | null): string {
  if (error && noOutput.test(error.message ?? '')) return noSoundDevice
  return (error && byCode[error.code]) || texts.past.audioUnknown
}
