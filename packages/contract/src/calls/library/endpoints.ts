import { z } from 'zod'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import {
  MAX_TAG_LENGTH,
  newSavedViewSchema,
  savedViewChangeSchema,
  savedViewSchema,
  savedViewsAnswerSchema,
  tagSuggestionsSchema,
  tagsAnswerSchema,
  tagsBodySchema,
} from './schemas'

/** Tags of meetings, and the views of the library that accounts keep. The list itself is `recentMeetings`. */

const partner = { family: 'partner', entry: 'bearer' } as const
const views = { ...partner, action: 'meetings.list' } as const
const viewInPath = z.object({ id: z.uuid() })

export const setTags = defineEndpoint({
  ...partner,
  name: 'setTags',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Gives a meeting these tags and no others; they are kept in lower case',
  method: 'PUT',
  path: '/web/meetings/:id/tags',
  body: tagsBodySchema,
  answer: tagsAnswerSchema,
  errors: [404],
})

export const suggestTags = defineEndpoint({
  ...partner,
  name: 'suggestTags',
  action: 'meetings.list',
  summary: 'Tags that begin with a text, of meetings that one may see: those of most meetings first',
  method: 'GET',
  path: '/web/tags',
  query: z.object({ find: text(MAX_TAG_LENGTH).optional() }),
  answer: tagSuggestionsSchema,
})

export const listViews = defineEndpoint({
  ...views,
  name: 'listViews',
  summary: 'The views of the library that one has saved, by name',
  method: 'GET',
  path: '/web/views',
  answer: savedViewsAnswerSchema,
})

export const createView = defineEndpoint({
  ...views,
  name: 'createView',
  summary: 'Saves a view of the library: a name for its filters and order',
  method: 'POST',
  path: '/web/views',
  body: newSavedViewSchema,
  answer: savedViewSchema,
  errors: [409],
})

export const changeView = defineEndpoint({
  ...views,
  name: 'changeView',
  summary: 'Gives a saved view another name or other filters',
  method: 'PATCH',
  path: '/web/views/:id',
  params: viewInPath,
  body: savedViewChangeSchema,
  answer: savedViewSchema,
  errors: [404, 409],
})

export const deleteView = defineEndpoint({
  ...views,
  name: 'deleteView',
  summary: 'Deletes a saved view',
  method: 'DELETE',
  path: '/web/views/:id',
  params: viewInPath,
  errors: [404],
})
