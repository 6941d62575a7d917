import { type ManuscriptProject, texts } from '@livetap/contract'
import { formatDate } from '../../shared/time/format-date'
import { RelativeTime } from '../../shared/time/relative-time'
import { isOverdue } from './is-overdue'
import classes from './manuscripts.module.css'

interface DateProps {
  at: string | null | undefined
  /** In the list of projects, where it is relative. */
  isListed?: boolean
}

/** A date of a project in UTC, as its picker has it. */
export function ProjectDate({ at, isListed }: DateProps) {
  if (!at) return <span className={classes.quiet}>{texts.manuscripts.undefinedDate}</span>
  if (isListed) return <RelativeTime at={at} zone="gmt" />
  return <time dateTime={at}>{formatDate(at, 'gmt')}</time>
}

/** The end date, marked when it is past and the project is not over. */
export function EndDate({ project, isListed }: { project: ManuscriptProject; isListed?: boolean }) {
  return (
    <>
      <ProjectDate at={project.end_datetime} isListed={isListed} />
      {isOverdue(project, Date.now()) && (
        <span className={classes.overdue} data-hint="The end date has passed">
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
