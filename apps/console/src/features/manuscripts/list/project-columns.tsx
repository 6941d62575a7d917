import {
  type ManuscriptProject,
  type ManuscriptSortField,
  manuscriptPercent,
  VENDORS,
} from '@livetap/contract'
import { formatHours } from '@livetap/session'
import type { ServerColumn } from '../../../shared/data-table/server-table'
import { ProgressGauge } from '../progress-gauge'
import { EndDate, ProjectDate, ProjectStatus } from '../project-date'

const hours = (...ms: number[]) => ms.map(formatHours).join(' / ')

export const vendorName = (vendor: string): string =>
  Object.entries(VENDORS).find(([key]) => key === vendor)?.[1] ?? vendor

export const projectColumns: readonly ServerColumn<ManuscriptProject, ManuscriptSortField>[] = [
  { id: 'name', header: 'Name', sort: 'name', cell: ({ name }) => name },
  { id: 'language', header: 'Language', sort: 'language', cell: ({ language }) => language },
  {
    id: 'train',
    header: 'Train Req/Sent/Rec, h',
    numeric: true,
    cell: project => hours(project.train_ms_required, project.train_ms_sent, project.train_ms_received),
  },
  {
    id: 'eval',
    header: 'Eval Req/Sent/Rec, h',
    numeric: true,
    cell: project => hours(project.eval_ms_required, project.eval_ms_sent, project.eval_ms_received),
  },
  {
    id: 'percent',
    header: '% Completed',
    cell: project => <ProgressGauge percent={manuscriptPercent(project)} />,
  },
  { id: 'status', header: 'Status', sort: 'status', cell: project => <ProjectStatus {...project} /> },
  { id: 'vendor', header: 'Vendor name', sort: 'vendor', cell: ({ vendor }) => vendorName(vendor) },
  {
    id: 'start',
    header: 'Start date',
    sort: 'start_datetime',
    cell: ({ start_datetime }) => <ProjectDate at={start_datetime} isListed />,
  },
  {
    id: 'end',
    header: 'End date',
    sort: 'end_datetime',
    cell: project => <EndDate project={project} isListed />,
  },
]
