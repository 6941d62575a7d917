import type { ManuscriptProject } from '@livetap/contract'

const over = new Set<ManuscriptProject['status']>(['completed', 'closed', 'deleted'])

/** Its end date is past, and the project is not over. */
export const isOverdue = (
  { end_datetime: end, status }: Pick<ManuscriptProject, 'end_datetime' | 'status'>,
  nowMs: number,
): boolean => Boolean(end) && Date.parse(end ?? '') < nowMs && !over.has(status)
