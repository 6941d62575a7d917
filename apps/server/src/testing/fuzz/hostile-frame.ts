import { gzipSync } from 'node:zlib'
import { encodeAudioMessage } from '@livetap/contract'
import type { SocketEndpoint } from '@livetap/contract/wire/socket'
import type { Random } from '../random'
import { hostileText, hostileUtf8, hostileValue, toJson } from './hostile-values'
import { brokenValue, type Known, likelyValue } from './schema-values'

/** The first message as it should be: what follows gets further. */
export function likelyFrame({ fromClient }: SocketEndpoint, random: Random, known: Known): string | Buffer {
  const [first] = fromClient
  return first && 'schema' in first ? toJson(likelyValue(first.schema, random, known)) : audioFrame(random)
}

/** One message of a client: text or bytes. */
export function hostileFrame({ fromClient }: SocketEndpoint, random: Random, known: Known): string | Buffer {
  if (random.chance(0.05)) return random.bytes(random.below(500))
  if (random.chance(0.05)) return toJson(hostileValue(random))
  if (random.chance(0.05)) return hostileText(random)
  const kind = random.pick(fromClient)
  if ('protobuf' in kind) return audioFrame(random)
  const wanted = likelyValue(kind.schema, random, known)
  return toJson(random.chance(0.7) ? brokenValue(wanted, random) : wanted)
}

function audioFrame(random: Random): Buffer {
  const gzipped = random.chance(0.3)
  const audio = random.chance(0.05) ? Buffer.alloc(4_000_000) : random.bytes(random.below(2_100))
  const whole = encodeAudioMessage({
    audio_content: gzipped && random.chance(0.7) ? gzipSync(audio) : audio,
    is_gzipped: gzipped,
    sample_rate_hertz: random.pick([16_000, 16_000, 0, 1, 8_000, 48_000, 4_294_967_295]),
    language_code: random.chance(0.7) ? 'en-US' : hostileUtf8(random, 500),
    csi: random.pick([0, 1, 7, 4_294_967_295]),
    encoding: random.chance(0.9) ? 'LINEAR16' : 'OPUS',
    version: random.chance(0.9) ? 1 : 99,
    start_millis: random.chance(0.5) ? random.pick([0, 64, 1_000, 86_400_000, 4_294_967_295]) : undefined,
  })
  const frame = Buffer.from(whole)
  if (random.chance(0.1)) return frame.subarray(0, random.below(frame.length))
  if (random.chance(0.1)) frame[random.below(frame.length)] = random.below(256)
  return frame
}
