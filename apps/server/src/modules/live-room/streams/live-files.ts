import { meetingPrefix } from '../../meetings'

/**
 * Sound as it arrived: one object a few seconds, named by the place of its first sample in the stream, in a folder for
 * each room that had the stream. Earlier releases store it without that folder, and find it there.
 */
const DIGITS = 12

export const liveFolder = (meetingId: string) => `${meetingPrefix(meetingId)}live/`
export const streamFolder = (meetingId: string, streamId: string) => `${liveFolder(meetingId)}${streamId}/`
export const chunkKey = (
  { meetingId, streamId, token }: { meetingId: string; streamId: string; token: number },
  startSample: number,
) => {
  const room = `room-${String(token).padStart(DIGITS, '0')}`
  return `${streamFolder(meetingId, streamId)}${room}/${String(startSample).padStart(DIGITS, '0')}.pcm`
}

const RECORD = 'stream.json'
export const streamRecordKey = (meetingId: string, streamId: string) =>
  `${streamFolder(meetingId, streamId)}${RECORD}`
export const isStreamRecordKey = (key: string) => key.endsWith(`/${RECORD}`)

export function chunkStart(key: string): number | undefined {
  const match = /\/(\d{12})\.pcm$/.exec(key)
  return match ? Number(match[1]) : undefined
}
