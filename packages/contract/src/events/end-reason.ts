import { z } from 'zod'

/** Why a meeting ended. */
export const END_REASONS = [
  'dropped',
  'abandoned',
  'completed',
  'failed',
  'cancelled',
  'upload expired',
  'worker lost',
  'deleted',
] as const
export const endReasonSchema = z.enum(END_REASONS)
export type EndReason = z.infer<typeof endReasonSchema>

/** After these a meeting can be read. */
const SUCCESSFUL: ReadonlySet<EndReason> = new Set(['dropped', 'abandoned', 'completed'])
export const endsSuccessfully = (reason: EndReason) => SUCCESSFUL.has(reason)

/** As the statistics show it: a failure names its stage. */
export const endReasonText = (reason: EndReason, stage?: string) =>
  reason === 'failed' && stage ? `failed in ${stage}` : reason
