import type { UploadList } from '@livetap/session'
import { lazy, Suspense } from 'react'
import classes from './meetings.module.css'
import { useIdle } from './use-idle'

const MeetingsTable = lazy(async () => ({ default: (await import('./meetings-table')).MeetingsTable }))

/** What was opened last and what is newest, below the form. The table is fetched when the form can be used. */
export function MeetingsSection({
  uploads,
  onPick,
}: {
  uploads: UploadList
  onPick: ((meetingId: string) => void) | undefined
}) {
  const idle = useIdle()
  return (
    <section className={classes.section} aria-label="Recent meetings">
      <Suspense>{idle && <MeetingsTable {...{ uploads, onPick }} />}</Suspense>
    </section>
  )
}
