import type { z } from 'zod'

interface Kinds<Flag, Name, Length, Moment> {
  flag: Flag
  name: Name
  length: Length
  moment: Moment
}

/**
 * The filter of listings and archives, as the documents spell it; what is absent filters nothing. A query and a body
 * read the same field differently, so that each gives its own kinds.
 */
export const shardFilterFields = <
  Flag extends z.ZodType,
  Name extends z.ZodType,
  Length extends z.ZodType,
  Moment extends z.ZodType,
>({
  flag,
  name,
  length,
  moment,
}: Kinds<Flag, Name, Length, Moment>) => ({
  evaluation: flag,
  has_csi: flag,
  has_human_transcript: flag,
  has_participant_id: flag,
  has_global_participant_id: flag,
  start_time: moment,
  end_time: moment,
  source: name,
  /** One code or several, separated by commas; `en` holds en-US and en-GB as well. */
  language: name,
  min_length_ms: length,
  max_length_ms: length,
  site_name: name,
})
