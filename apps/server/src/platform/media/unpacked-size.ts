import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { freeBytes } from '../disk/free-space'

import { MediaError } from './media-error'
import { MAX_RECORDING_HOURS, type RecordingFacts, type SourceFile } from './recording-facts'

/** Below what any codec needs for silence: a file that claims more seconds has holes in its timestamps. */
const MIN_BYTES_PER_SECOND = 8
const SHORT_SECONDS = 600
const SLACK_SECONDS = 60

/** The longest recording that a file of this size can hold. */
export const plausibleSeconds = (fileBytes: number) => SHORT_SECONDS + fileBytes / MIN_BYTES_PER_SECOND

/** How long what a file unpacks to may get, in seconds. */
export async function maxSeconds(source: SourceFile, facts: RecordingFacts): Promise<number> {
  const { size } = await stat(source.path)
  const most = Math.min(plausibleSeconds(size), MAX_RECORDING_HOURS * 3600 + 1)
  // Only an index is exact; other headers estimate, and a good recording must not be cut by an estimate.
  const isExact = facts.format.includes('mp4') && facts.durationMs !== null
  return isExact ? Math.min(most, facts.durationMs! / 1000 + SLACK_SECONDS) : most
}

/**
 * How large each of the files may get: what the recording can unpack to, and together no more than is free.
 * Throws when what the recording says of itself has no room.
 */
export async function maxFileBytes(
  targets: readonly string[],
  {
    seconds,
    declaredMs,
    bytesPerSecond,
  }: { seconds: number; declaredMs: number | null; bytesPerSecond: number },
): Promise<number> {
  const free = await freeBytes(dirname(targets[0]!))
  const share = Math.floor(free / targets.length)
  if (share < ((declaredMs ?? 0) / 1000) * bytesPerSecond) throw noSpace()
  return Math.min(Math.ceil(seconds * bytesPerSecond) + 2 ** 20, share)
}

export const noSpace = () => new MediaError('failed', 'there is no space left for the decoded sound')
