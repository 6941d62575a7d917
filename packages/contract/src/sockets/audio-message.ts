import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

export const AUDIO_MESSAGE_VERSION = 1
export const AUDIO_ENCODING = 'LINEAR16'

/** The frame as protocol buffers write it down. */
export const AUDIO_MESSAGE_PROTO = `syntax = "proto3";

message AudioMessage {
  uint32 version = 1;
  string encoding = 2;
  uint32 sample_rate_hertz = 3;
  string language_code = 4;
  bool is_gzipped = 5;
  bytes audio_content = 6;
  uint32 csi = 7;
  uint64 start_millis = 8;
}
`

/** One binary frame of the hotword socket. */
export interface AudioMessage {
  version: number
  encoding: string
  sample_rate_hertz: number
  language_code: string
  is_gzipped: boolean
  audio_content: Uint8Array
  csi: number
  /**
   * Where the first sample lies on the client's own clock of this stream (its first sample is 0, a muted minute is
   * a minute). With it a hole keeps its length and audio sent again is known; without it arrival times decide.
   */
  start_millis?: number
}

export class AudioMessageError extends Error {
  readonly reason = 'malformed_audio_message'
}

export function encodeAudioMessage(
  message: Pick<AudioMessage, 'audio_content' | 'sample_rate_hertz' | 'language_code' | 'csi'> &
    Partial<AudioMessage>,
): Uint8Array {
  const writer = new BinaryWriter()
    .tag(1, WireType.Varint)
    .uint32(message.version ?? AUDIO_MESSAGE_VERSION)
    .tag(2, WireType.LengthDelimited)
    .string(message.encoding ?? AUDIO_ENCODING)
    .tag(3, WireType.Varint)
    .uint32(message.sample_rate_hertz)
    .tag(4, WireType.LengthDelimited)
    .string(message.language_code)
    .tag(5, WireType.Varint)
    .bool(message.is_gzipped ?? false)
    .tag(6, WireType.LengthDelimited)
    .bytes(message.audio_content)
    .tag(7, WireType.Varint)
    .uint32(message.csi)
  if (message.start_millis !== undefined)
    writer.tag(8, WireType.Varint).uint32(Math.round(message.start_millis))
  return writer.finish()
}

/** `audio_content` is a view into `frame`: copy it to keep it beyond the frame's life. */
export function decodeAudioMessage(frame: Uint8Array): AudioMessage {
  const message: AudioMessage = {
    version: 0,
    encoding: '',
    sample_rate_hertz: 0,
    language_code: '',
    is_gzipped: false,
    audio_content: new Uint8Array(0),
    csi: 0,
  }
  try {
    const reader = new BinaryReader(frame)
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag()
      if (field === 1 && wireType === WireType.Varint) message.version = reader.uint32()
      else if (field === 2 && wireType === WireType.LengthDelimited) message.encoding = reader.string()
      else if (field === 3 && wireType === WireType.Varint) message.sample_rate_hertz = reader.uint32()
      else if (field === 4 && wireType === WireType.LengthDelimited) message.language_code = reader.string()
      else if (field === 5 && wireType === WireType.Varint) message.is_gzipped = reader.bool()
      else if (field === 6 && wireType === WireType.LengthDelimited) message.audio_content = reader.bytes()
      else if (field === 7 && wireType === WireType.Varint) message.csi = reader.uint32()
      else if (field === 8 && wireType === WireType.Varint) message.start_millis = reader.uint32()
      else reader.skip(wireType, field)
    }
  } catch (error) {
    throw new AudioMessageError(error instanceof Error ? error.message : 'unreadable', { cause: error })
  }
  return message
}
