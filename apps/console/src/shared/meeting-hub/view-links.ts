import type { MeetingHub } from '@livetap/session'
import { meetingLinks } from '../meeting-links'
import { useStore } from '../use-store'
import { useMayIn } from './use-may-here'

/** The views beside the text, in the order of their keys; the statistics once the meeting's start is known. */
export function useViewLinks(hub: MeetingHub) {
  const start = useStore(hub.record, ({ detail }) => detail?.start)
  const mayDo = useMayIn(hub)
  return meetingLinks(hub.meetingId, start === undefined ? undefined : Date.parse(start), mayDo)
}
