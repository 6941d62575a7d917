/** A meeting this user opened in this browser, and the address it was opened at. */
export interface OpenedMeeting {
  meetingId: string
  path: string
  openedAtMs: number
  /** As it was called when it was opened; absent where it had none. */
  title?: string
}

export const MAX_RECENT = 20

const keyOf = (userId: string): string => `livetap.recent.${userId}`

/** Newest first. What another version or a stranger left in the storage is ignored. */
export function openedMeetings(userId: string, storage: Storage = localStorage): OpenedMeeting[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOpenedMeeting).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

/** To be called once a meeting is known to exist; the same meeting moves to the front and keeps a title it had. */
export function rememberMeeting(
  userId: string,
  opened: OpenedMeeting,
  storage: Storage = localStorage,
): void {
  const known = openedMeetings(userId, storage)
  const title = opened.title ?? known.find(({ meetingId }) => meetingId === opened.meetingId)?.title
  const others = known.filter(({ meetingId }) => meetingId !== opened.meetingId)
  const entry = { ...opened, title }
  try {
    storage.setItem(keyOf(userId), JSON.stringify([entry, ...others].slice(0, MAX_RECENT)))
  } catch {
    // A full or forbidden storage costs the list, never the meeting.
  }
}

/** A meeting that was deleted cannot be opened again. */
export function forgetMeeting(userId: string, meetingId: string, storage: Storage = localStorage): void {
  const others = openedMeetings(userId, storage).filter(one => one.meetingId !== meetingId)
  try {
    storage.setItem(keyOf(userId), JSON.stringify(others))
  } catch {
    // As above.
  }
}

function isOpenedMeeting(value: unknown): value is OpenedMeeting {
  const { meetingId, path, openedAtMs, title } = (value ?? {}) as Partial<OpenedMeeting>
  if (title !== undefined && typeof title !== 'string') return false
  const isOwnPath = typeof path === 'string' && path.startsWith('/') && !path.startsWith('//')
  return typeof meetingId === 'string' && isOwnPath && typeof openedAtMs === 'number'
}
