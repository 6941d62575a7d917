/** An open room: the right to write for its meeting, until another node has the meeting or the room is opened again. */
export interface RoomLease {
  meetingId: string
  nodeId: string
  /** Each opening has a higher one. */
  token: number
}

/** Another process has the meeting now: nothing may be written for it here any more. */
export class RoomLostError extends Error {
  override readonly name = 'RoomLostError'

  constructor(meetingId: string) {
    super(`another node has the meeting ${meetingId}`)
  }
}
