import { z } from 'zod'

/** Whole seconds, summed over all the times it was on (or, of the assistant, off). */
export const vmcTimeStatsSchema = z.strictObject({
  total_recording_time_in_seconds: z.int().min(0),
  total_live_transcription_time_in_seconds: z.int().min(0),
  total_assistant_disabled_time_in_seconds: z.int().min(0),
})
export type VmcTimeStats = z.infer<typeof vmcTimeStatsSchema>

export const vmcTimeStatsMessage = (stats: VmcTimeStats) =>
  `vmc time stats ${Object.entries(stats)
    .map(([name, seconds]) => `${name}=${seconds}`)
    .join(' ')}`

/** The totals out of an entry's message; nothing when they are not all there. */
export function vmcTimeStatsOf(message: string): VmcTimeStats | undefined {
  const found = [...message.matchAll(/(\w+)=(\d+)/g)].map(([, name, seconds]) => [name, Number(seconds)])
  return vmcTimeStatsSchema.safeParse(Object.fromEntries(found)).data
}
