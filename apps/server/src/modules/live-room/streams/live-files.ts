import { meetingPrefix } from '../../meetings'

/** Sound as it arrived: one object a few seconds, named by the place of its first sample in the stream. */
const DIGITS = 12

export const liveFolder = (meetingId: string) => `${meetingPrefix(meetingId)}live/`
export const streamFolder = (meetingId: string, streamId: string) => `${liveFolder(meetingId)}${streamId}/`
export const chunkKey = (meetingId: string, streamId: string, startSample: number) =>
  `${streamFolder(meetingId, streamId)}${String(startSample).padStart(DIGITS, '0')}.pcm`

export function chunkStart(key: string): number | undefined {
  const match = /\/(\d{12})\.pcm$/.exec(key)
  return match ? Number(match[1]) : undefined
}
