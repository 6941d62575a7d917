import { counted, type MeetingSharing } from '@livetap/contract'

/** With whom a meeting is shared, in words; nothing where it is with none that the reader may know of. */
export function sharingText({ with_me, others = 0, links = 0 }: MeetingSharing): string | undefined {
  const given = [
    ...(others > 0 ? [`with ${counted(others, 'account or team', 'accounts and teams')}`] : []),
    ...(links > 0 ? [`by ${counted(links, 'link')}`] : []),
  ].join(', and ')
  if (with_me) return given ? `Shared with you; also ${given}` : 'Shared with you'
  return given ? `Shared ${given}` : undefined
}
