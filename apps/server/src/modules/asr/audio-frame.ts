import { badMessage } from './asr-refusal'

/** What clients of the contract send to the letter; anything else is read the slow way. */
const head = Buffer.from('{"audio_content":"')
const tail = Buffer.from('"}')

/** The audio of a text frame in its usual spelling, or undefined when the frame says something else. */
export function readAudioText(frame: Buffer): Int16Array | undefined {
  const end = frame.length - tail.length
  if (end < head.length || head.compare(frame, 0, head.length) !== 0) return undefined
  if (tail.compare(frame, end) !== 0) return undefined
  return decodeBase64(frame.toString('latin1', head.length, end))
}

/** Node's decoder passes over what is not base64: a result of another length betrays it. */
export function decodeBase64(text: string): Int16Array {
  const bytes = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (bytes.length !== Math.floor(((text.length - padding) * 3) / 4) || text.length % 4 === 1)
    throw badMessage('bad_base64', 'audio_content is not base64')
  return toSamples(bytes)
}

export function toSamples(bytes: Buffer): Int16Array {
  if (bytes.length % 2 !== 0)
    throw badMessage('odd_byte_count', `16-bit audio cannot have ${bytes.length} bytes`)
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2)
}
