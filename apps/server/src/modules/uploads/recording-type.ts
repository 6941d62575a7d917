import { UPLOAD_ENDINGS } from '@livetap/contract'
import { ServiceError } from '../../platform/service-error'

/** More than ten hours of uncompressed surround sound; an object storage takes as much in parts of one chunk. */
const MAX_RECORDING_BYTES = 32 * 1024 ** 3

type Ending = (typeof UPLOAD_ENDINGS)[number]

/** For a recording that comes without a name. */
const byType = new Map<string, Ending>(
  Object.entries({
    'audio/wav': '.wav',
    'audio/x-wav': '.wav',
    'audio/wave': '.wav',
    'audio/vnd.wave': '.wav',
    'audio/pcm': '.pcm',
    'audio/l16': '.pcm',
    'audio/mpeg': '.mp3',
    'audio/mp3': '.mp3',
    'audio/mp4': '.m4a',
    'audio/m4a': '.m4a',
    'audio/x-m4a': '.m4a',
    'audio/flac': '.flac',
    'audio/x-flac': '.flac',
    'audio/aac': '.aac',
    'audio/aiff': '.aiff',
    'audio/x-aiff': '.aiff',
    'audio/ogg': '.oga',
    'audio/oga': '.oga',
    'video/mp4': '.mp4',
  }),
)

const ACCEPTED = UPLOAD_ENDINGS.join(' ')

/** The ending a recording is kept under, without its dot. Its content is judged later, by the decoder. */
export function recordingEnding(fileName: string | undefined, fileType: string): string {
  if (fileName !== undefined) {
    const ending = /\.[^.\\/]+$/.exec(fileName)?.[0].toLowerCase()
    const known = UPLOAD_ENDINGS.find(one => one === ending)
    if (!known) throw new ServiceError('wrong_type', `${fileName} is not accepted: use one of ${ACCEPTED}`)
    return known.slice(1)
  }
  const known = byType.get(fileType.split(';')[0]!.trim().toLowerCase())
  if (!known)
    throw new ServiceError(
      'wrong_type',
      `A recording of type ${fileType} is not accepted: use one of ${ACCEPTED}`,
    )
  return known.slice(1)
}

export function assertRecordingSize(bytes: number): void {
  if (bytes > MAX_RECORDING_BYTES)
    throw new ServiceError(
      'too_large',
      `A recording may have at most ${MAX_RECORDING_BYTES} bytes; this one has ${bytes}`,
    )
}
