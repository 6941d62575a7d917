import { z } from 'zod'

/** Places in `text`, in UTF-16 code units: from, and up to but without. */
const markSchema = z.tuple([z.number().int(), z.number().int()])

const neighbourSchema = z.object({ speaker: z.string(), text: z.string() })

export const searchMomentSchema = z.object({
  meeting_id: z.string(),
  title: z.string(),
  kind: z.enum(['line', 'highlight', 'title']),
  /** Of the line or the highlight; empty for a title. */
  line_id: z.string(),
  /** As the meeting calls who speaks; empty where that is not known. */
  speaker: z.string(),
  start_millis: z.number(),
  end_millis: z.number(),
  /** When the first marked word is said. */
  mark_millis: z.number(),
  text: z.string(),
  marks: z.array(markSchema),
  /** The lines around it. */
  before: neighbourSchema.nullable(),
  after: neighbourSchema.nullable(),
  score: z.number(),
  /** Whether it holds the words, is near to the question in meaning, or both. */
  found_by: z.enum(['words', 'meaning', 'both']),
})
export type SearchMoment = z.output<typeof searchMomentSchema>

/** What is looked for: the words themselves, what they mean, or both, merged by their ranks. */
export const searchModeSchema = z.enum(['words', 'meaning', 'both'])
export type SearchMode = z.output<typeof searchModeSchema>

const searchMeetingSchema = z.object({
  id: z.string(),
  title: z.string(),
  host: z.string(),
  site: z.string(),
  status: z.string(),
  started_at: z.iso.datetime(),
  /** How many moments it has, of which the answer holds the best. */
  count: z.number().int(),
})

const facetSchema = z.array(z.object({ value: z.string(), count: z.number().int() }))

export const searchAnswerSchema = z.object({
  /** As it was looked for: by words alone where meaning is not available. */
  mode: searchModeSchema,
  meaning: z.object({
    available: z.boolean(),
    /** Those whose text is found by meaning; null for all. */
    languages: z.array(z.string()).nullable(),
    /** Finished meetings that are not read by meaning yet; 0 where it was not looked for by meaning. */
    waiting: z.number().int(),
    /** Why it was not looked for by meaning though that was asked for. */
    notice: z.string().nullable(),
  }),
  moments: z.array(searchMomentSchema),
  /** Those of the moments, in their order. */
  meetings: z.array(searchMeetingSchema),
  /** Over all that was found; with a cursor they are left out. */
  facets: z
    .object({
      speaker: facetSchema,
      host: facetSchema,
      tag: facetSchema,
      site: facetSchema,
      lang: facetSchema,
      month: facetSchema,
    })
    .nullable(),
  total: z.number().int(),
  /** There are more than were counted. */
  total_is_least: z.boolean(),
  /** Words that nothing or hardly anything holds, and those that were looked for in their place too. */
  instead: z.array(z.object({ word: z.string(), found: z.array(z.string()) })),
  /** Hardly any moment holds all words: those that hold most of them are among what was found, behind those that hold all. */
  partly: z.boolean(),
  /** While what was said before an upgrade is still being read: how much of it is done. */
  indexing: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  next: z.string().nullable(),
})
export type SearchAnswer = z.output<typeof searchAnswerSchema>

export const relatedMomentsAnswerSchema = z.object({
  /** The nearest in meaning first. */
  moments: z.array(searchMomentSchema),
  /** Why there can be none. */
  notice: z.string().nullable(),
})
export type RelatedMomentsAnswer = z.output<typeof relatedMomentsAnswerSchema>
export type SearchFacets = NonNullable<SearchAnswer['facets']>
