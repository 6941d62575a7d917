import { gunzipSync } from 'node:zlib'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import {
  AUDIO_ENCODING,
  AUDIO_MESSAGE_VERSION,
  AudioMessageError,
  decodeAudioMessage,
} from '@livetap/contract'
import { ConnectionRefusedError } from './connection-refused-error'

export interface AudioFrame {
  csi: number
  pcm: Int16Array
  /** On the client's own clock of the stream; absent where the client does not say. */
  startMs: number | undefined
}

const bad = (description: string) => new ConnectionRefusedError('bad_message', description)

/** One binary frame of the socket, checked and unpacked. The samples are a copy. */
export function readAudioFrame(bytes: Buffer, maxBytes: number): AudioFrame {
  const message = decoded(bytes)
  if (message.version !== AUDIO_MESSAGE_VERSION) throw bad(`version: ${message.version} is not known`)
  if (message.encoding !== AUDIO_ENCODING) throw bad(`encoding: must be ${AUDIO_ENCODING}`)
  if (message.sample_rate_hertz !== SAMPLE_RATE_HZ) throw bad(`sample_rate_hertz: must be ${SAMPLE_RATE_HZ}`)
  const content = message.is_gzipped ? unpacked(message.audio_content, maxBytes) : message.audio_content
  if (content.length > maxBytes)
    throw new ConnectionRefusedError('message_too_big', `One frame may hold ${maxBytes} bytes of audio`)
  if (content.length % 2 !== 0) throw bad(`audio_content: 16-bit audio cannot have ${content.length} bytes`)
  const pcm = new Int16Array(content.length / 2)
  new Uint8Array(pcm.buffer).set(content)
  return { csi: message.csi, pcm, startMs: message.start_millis }
}

function decoded(bytes: Buffer) {
  try {
    return decodeAudioMessage(bytes)
  } catch (error) {
    if (error instanceof AudioMessageError) throw bad(`audio message: ${error.message}`)
    throw error
  }
}

/** A small frame can unpack to a huge one: unpacking stops at the bound. */
function unpacked(content: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(content, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ConnectionRefusedError('message_too_big', `One frame may hold ${maxBytes} bytes of audio`)
    throw bad('audio_content: is not gzip')
  }
}
