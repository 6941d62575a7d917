import { defineEndpoint } from '../../wire/endpoint'
import {
  highlightsAnswerSchema,
  mediaUrlAnswerSchema,
  peaksAnswerSchema,
  transcriptAnswerSchema,
} from '../transcripts/schemas'
import { openedLinkSchema, openSharedBodySchema } from './schemas'

/** What the link of a share opens: one meeting, or a stretch of it, to read and to hear. */

const shared = { family: 'partner', entry: 'bearer', action: 'shared.read', method: 'GET' } as const

/** Public in the table of routes: the link's token is in the body, and judged there. */
export const openSharedLink = defineEndpoint({
  name: 'openSharedLink',
  summary:
    'Opens the link of a share, with its password where it has one: 401 asks for it; 404 for a link that opens nothing (any more)',
  family: 'partner',
  entry: 'public',
  method: 'POST',
  path: '/web/shared',
  body: openSharedBodySchema,
  answer: openedLinkSchema,
  errors: [401, 404],
})

export const sharedTranscript = defineEndpoint({
  ...shared,
  name: 'sharedTranscript',
  summary: 'What was said in the stretch that is shared, on the meeting’s clock',
  path: '/web/shared/transcript',
  answer: transcriptAnswerSchema,
  bulk: true,
  errors: [404, 409],
})

export const sharedHighlights = defineEndpoint({
  ...shared,
  name: 'sharedHighlights',
  summary: 'The highlights of the stretch that is shared',
  path: '/web/shared/highlights',
  answer: highlightsAnswerSchema,
  errors: [404, 409],
})

export const sharedAudioUrl = defineEndpoint({
  ...shared,
  name: 'sharedAudioUrl',
  summary: 'A signed address of the sound that is shared; it begins where the stretch begins',
  path: '/web/shared/audio',
  answer: mediaUrlAnswerSchema,
  errors: [404, 409],
})

export const sharedVideoUrl = defineEndpoint({
  ...shared,
  name: 'sharedVideoUrl',
  summary:
    'A signed address of the video, where the whole meeting is shared. A link to a stretch has no video: an exact cut would need it to be encoded again',
  path: '/web/shared/video',
  answer: mediaUrlAnswerSchema,
  errors: [404, 409],
})

export const sharedPeaks = defineEndpoint({
  ...shared,
  name: 'sharedPeaks',
  summary: 'The waveform of the sound that is shared; it begins where the stretch begins',
  path: '/web/shared/peaks',
  answer: peaksAnswerSchema,
  bulk: true,
  errors: [404, 409],
})
