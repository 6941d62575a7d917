import { type ManuscriptProject, texts } from '@livetap/contract'
import { formatDate, toDateTime } from '../../shared/time/format-date'
import { isOverdue } from './is-overdue'
import classes from './manuscripts.module.css'

/** A date of a project in UTC, as its picker has it; the exact one on hover. */
export function ProjectDate({ at }: { at: string | null | undefined }) {
  if (!at) return <span className={classes.quiet}>{texts.manuscripts.undefinedDate}</span>
  return (
    <time dateTime={at} title={formatDate(at, 'gmt')}>
      {toDateTime(at, 'gmt').setLocale('en').toFormat('yyyy-MMM-dd HH:mm')}
    </time>
  )
}

/** The end date, marked when it is past and the project is not over. */
export function EndDate({ project }: { project: ManuscriptProject }) {
  return (
    <>
      <ProjectDate at={project.end_datetime} />
      {isOverdue(project, Date.now()) && (
        <span className={classes.overdue} title="The end date is past">
          Overdue
        </span>
      )}
    </>
  )
}

export function ProjectStatus({ status }: Pick<ManuscriptProject, 'status'>) {
  return (
    <span className={classes.status} data-status={status}>
      {status}
    </span>
  )
}
