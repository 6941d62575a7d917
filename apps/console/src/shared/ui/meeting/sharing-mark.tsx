import type { MeetingSharing } from '@livetap/contract'
import { IconLink, IconUsers } from '@tabler/icons-react'
import classes from './sharing-mark.module.css'
import { sharingText } from './sharing-text'

/** Beside the title of a meeting that is shared: with the reader, by the reader, or by a link. */
export function SharingMark({ sharing }: { sharing: MeetingSharing | undefined }) {
  const text = sharing && sharingText(sharing)
  if (!text) return null
  const isPeople = sharing.with_me || (sharing.others ?? 0) > 0
  return (
    <span
      className={classes.mark}
      role="img"
      aria-label={text}
      data-hint={text}
      data-with-me={sharing.with_me || undefined}
      data-testid="sharing"
    >
      {isPeople && <IconUsers size={14} aria-hidden />}
      {(sharing.links ?? 0) > 0 && <IconLink size={14} aria-hidden />}
    </span>
  )
}
