import { z } from 'zod'
import { text } from '../../wire/text'

/** The library: all meetings that one may see, by what is known of them. */

/** Counts are exact up to here; one more stands for all that are larger. */
export const COUNTED_TO = 1_000
export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 40
export const MAX_SAVED_VIEWS = 50
/** Values of one facet that are answered beside those that were asked for. */
export const FACET_VALUES = 20

const several = <Value extends z.ZodType<string>>(value: Value) =>
  z.union([value, z.array(value).max(FACET_VALUES)]).optional()

export const libraryStates = ['live', 'transcribing', 'failed', 'ended'] as const
export type LibraryState = (typeof libraryStates)[number]

/** What a list may be narrowed by, and what is counted beside it. */
export const facetNames = ['state', 'host', 'team', 'site', 'language', 'speaker', 'tag'] as const
export type FacetName = (typeof facetNames)[number]

/** A minus in front is the reverse: newest first, and Z to A. */
export const librarySorts = [
  'start',
  '-start',
  'title',
  '-title',
  'length',
  '-length',
  'host',
  '-host',
] as const
export type LibrarySort = (typeof librarySorts)[number]

/**
 * Values of a facet that a meeting has one of (state, host, team, site, language) widen each other; of speakers and tags
 * a meeting has all that are named. Absent `q` to `cursor`, the list is that of `recent`.
 */
export const libraryQueryShape = {
  q: text(200).optional(),
  speaker: several(text(100)),
  tag: several(text(MAX_TAG_LENGTH)),
  site: several(text(300)),
  language: several(text(50)),
  team: several(text(300)),
  sort: z.enum(librarySorts).optional(),
  cursor: text(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
}

/** In both lists, with more values in the library. */
export const sharedQueryShape = {
  state: several(z.enum(libraryStates)),
  host: several(text(320)),
}

const recentStates: readonly unknown[] = ['live', 'transcribing', 'failed', undefined]
const recentHosts: readonly unknown[] = ['me', 'shared', undefined]

/** Whether the library is asked: one of its own parameters is given. */
export const isLibraryQuery = (query: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(libraryQueryShape).some(name => query[name] !== undefined)

/** What the list of `recent` takes of the parameters that both lists have. */
export function refuseLibraryValues(
  query: Readonly<Record<string, unknown>>,
  issues: z.core.$ZodRawIssue[],
): void {
  if (isLibraryQuery(query)) return
  if (!recentStates.includes(query.state))
    issues.push({
      code: 'custom',
      path: ['state'],
      message: 'must be live, transcribing or failed',
      input: query.state,
    })
  if (!recentHosts.includes(query.host))
    issues.push({ code: 'custom', path: ['host'], message: 'must be me or shared', input: query.host })
}

const countSchema = z
  .int()
  .nonnegative()
  .max(COUNTED_TO + 1)

const facetSchema = z.array(z.object({ value: z.string(), count: countSchema }))
export const facetsSchema = z.object({
  state: facetSchema,
  host: facetSchema,
  team: facetSchema,
  site: facetSchema,
  language: facetSchema,
  speaker: facetSchema,
  tag: facetSchema,
})
export type Facets = z.infer<typeof facetsSchema>

/** What the library adds to a row. */
export const libraryRowShape = {
  /** Those that were named, by their names. */
  speaker_names: z.array(z.string()).optional(),
  team: z.string().nullable().optional(),
  /** As it was chosen or found; null while it is not known. */
  language: z.string().nullable().optional(),
  tags: z.array(z.string()).optional(),
}

/** What the library adds to the answer: `facets` and `total` with the first page alone. */
export const libraryAnswerShape = {
  facets: facetsSchema.optional(),
  total: countSchema.optional(),
  /** The cursor of the next page; absent on the last one. */
  next: z.string().optional(),
}

/** Lower case, single spaces, and nothing that a list or a query would need quotes for. */
const tagSchema = text(MAX_TAG_LENGTH)
  .trim()
  .toLowerCase()
  .normalize('NFC')
  .overwrite(tag => tag.replaceAll(/\s+/g, ' '))
  .regex(/^[^",]+$/, 'must be some text without commas and quotes')

export const tagsBodySchema = z.object({ tags: z.array(tagSchema).max(MAX_TAGS) })
export const tagsAnswerSchema = z.object({ tags: z.array(z.string()) })

export const tagSuggestionsSchema = z.object({
  tags: z.array(z.object({ tag: z.string(), count: countSchema })),
})

const viewName = text(80).trim().min(1)
/** Of the screen's address: 'tag=budget&sort=title'. */
const viewQuery = text(2_000)

export const newSavedViewSchema = z.object({ name: viewName, query: viewQuery })
export const savedViewChangeSchema = newSavedViewSchema.partial()
export const savedViewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() })
export const savedViewsAnswerSchema = z.object({ views: z.array(savedViewSchema) })
export type SavedView = z.infer<typeof savedViewSchema>
