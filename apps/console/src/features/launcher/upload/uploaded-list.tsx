import { fillRoute, routes, type UploadedMeeting } from '@livetap/contract'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { CopyableId } from '../../../shared/ui/copyable-id'
import classes from '../launcher.module.css'

export function UploadedList({ meetings }: { meetings: readonly UploadedMeeting[] }) {
  if (meetings.length === 0) return null
  return (
    <section className={classes.sideList} aria-label="Uploaded meetings">
      <h3 className={classes.sideHeading}>
        Uploaded meetings <span className={classes.count}>{meetings.length}</span>
      </h3>
      <ul>
        {meetings.map(({ meeting_id, file_name }) => (
          <li key={meeting_id}>
            <Anchor
              component={Link}
              to={fillRoute(routes.past, { meeting_id })}
              className={classes.rowTitle}
              title={file_name}
            >
              {file_name}
            </Anchor>
            <CopyableId id={meeting_id} label="meeting id" length={36} />
          </li>
        ))}
      </ul>
    </section>
  )
}
