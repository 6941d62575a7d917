import { type ManuscriptProject, manuscriptPercent } from '@livetap/contract'
import { formatHours } from '@livetap/session'
import type { ReactNode } from 'react'
import { formatDate } from '../../../shared/time/format-date'
import { vendorName } from '../list/project-columns'
import classes from '../manuscripts.module.css'
import { ProgressGauge } from '../progress-gauge'
import { EndDate, ProjectDate, ProjectStatus } from '../project-date'

export function ProjectFacts({ project }: { project: ManuscriptProject }) {
  const { changed_by, changed_at, created_by, created_at } = project
  const wanted = (flag: boolean) => (flag ? 'required' : 'not required')
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Status', <ProjectStatus key="status" {...project} />],
    ['% Completed', <ProgressGauge key="percent" percent={manuscriptPercent(project)} />],
    ['Vendor name', vendorName(project.vendor)],
    ['Language', project.language],
    ['Site name', project.site_name || 'any'],
    ['Start date', <ProjectDate key="start" at={project.start_datetime} />],
    ['End date', <EndDate key="end" project={project} />],
    ['Shard length', `${project.min_length_ms} to ${project.max_length_ms} ms`],
    ['Global participant id', wanted(project.has_global_participant_id)],
    ['Participant id', wanted(project.has_participant_id)],
    ...(created_by ? ([['Created', `${created_by}, ${formatDate(created_at ?? '')}`]] as const) : []),
    ...(changed_by ? ([['Last change', `${changed_by}, ${formatDate(changed_at ?? '')}`]] as const) : []),
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={classes.hours} aria-label="Hours">
        <thead>
          <tr>
            <th scope="col">Hours</th>
            <th scope="col">Required</th>
            <th scope="col">Sent</th>
            <th scope="col">Received</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Train</th>
            <td>{formatHours(project.train_ms_required)}</td>
            <td>{formatHours(project.train_ms_sent)}</td>
            <td>{formatHours(project.train_ms_received)}</td>
          </tr>
          <tr>
            <th scope="row">Eval</th>
            <td>{formatHours(project.eval_ms_required)}</td>
            <td>{formatHours(project.eval_ms_sent)}</td>
            <td>{formatHours(project.eval_ms_received)}</td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
