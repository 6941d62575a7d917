import { floatToPcm, mixChannels, SAMPLE_RATE_HZ } from '@livetap/audio'
import { AUDIO_INIT_TIMEOUT_MS } from '@livetap/contract'
import { Scope } from '../scope'

export type AudioFileErrorReason = 'too_big' | 'not_audio' | 'timeout'

class AudioFileError extends Error {
  override readonly name = 'AudioFileError'

  constructor(
    readonly reason: AudioFileErrorReason,
    message: string,
  ) {
    super(message)
  }
}

/** What `decodeAudioData` gives, already at the rate of its context. */
export interface DecodedAudio {
  readonly length: number
  readonly numberOfChannels: number
  getChannelData(channel: number): Float32Array
}

export type DecodeAudio = (bytes: ArrayBuffer) => Promise<DecodedAudio>

const browserDecoder: DecodeAudio = bytes =>
  new OfflineAudioContext(1, 1, SAMPLE_RATE_HZ).decodeAudioData(bytes)

/** A browser decodes a whole file in memory; beyond this it is the upload flow's work. */
const MAX_FILE_BYTES = 200 * 1024 * 1024

/** A recording of any kind as 16 kHz mono 16-bit. Files ending in .pcm are taken to be that already. */
export async function decodeAudioFile(file: File, decode: DecodeAudio = browserDecoder): Promise<Int16Array> {
  if (file.size > MAX_FILE_BYTES)
    throw new AudioFileError('too_big', `${file.name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
  const bytes = await file.arrayBuffer()
  if (file.name.toLowerCase().endsWith('.pcm')) return new Int16Array(bytes.slice(0, bytes.byteLength & ~1))
  const late = () => new AudioFileError('timeout', `${file.name} could not be decoded in time`)
  try {
    return toMono(await new Scope().within(decode(bytes), AUDIO_INIT_TIMEOUT_MS, late))
  } catch (error) {
    if (error instanceof AudioFileError) throw error
    throw new AudioFileError('not_audio', `${file.name} holds no audio this browser can decode`)
  }
}

const toMono = (audio: DecodedAudio): Int16Array =>
  floatToPcm(
    mixChannels(Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index))),
  )
