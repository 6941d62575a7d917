import {
  audioUrl,
  changeLines,
  createHighlight,
  deleteHighlight,
  editUtterance,
  getPeaks,
  getTranscript,
  listHighlights,
  renameSpeaker,
  utteranceVersions,
  videoUrl,
} from '@livetap/contract/calls/transcripts'
import { highlightToWire } from '@livetap/transcript'
import type { HttpServer } from '../../platform/http/create-http-server'
import { invalid } from '../../platform/http/errors'
import { routesOf } from '../../platform/http/route'
import type { HighlightsService } from './highlights.service'
import type { LinesService } from './lines.service'
import type { RecordingsService } from './recordings.service'
import { sendJsonStream } from './send-json-stream'
import type { TranscriptService } from './transcript.service'
import { storedUtteranceWire } from './utterance'

/** An utterance can be long; the edit of one must fit. */
const EDIT_BYTES = 6 * 1024 * 1024

export interface TranscriptsServices {
  transcript: TranscriptService
  lines: LinesService
  highlights: HighlightsService
  recordings: RecordingsService
}

type On = ReturnType<typeof routesOf>

export function transcriptsRoutes(server: HttpServer, services: TranscriptsServices): void {
  const on = routesOf(server)
  transcriptRoutes(on, services.transcript)
  on(changeLines, ({ params, body, principal }) => services.lines.change(params.id, body, principal.userName))
  highlightRoutes(on, services.highlights)
  recordingRoutes(on, services.recordings)
}

function transcriptRoutes(on: On, transcript: TranscriptService): void {
  on(getTranscript, async (request, reply) => {
    const reading = await transcript.read(request.params.id, request.query)
    return sendJsonStream(request, reply, reading.tag, () => reading.json())
  })

  on(
    editUtterance,
    async ({ params, body, principal }) =>
      storedUtteranceWire(await transcript.edit(params.id, params.utteranceId, body, principal.userName)),
    { bodyLimit: EDIT_BYTES },
  )

  on(utteranceVersions, async ({ params }) => ({
    versions: await transcript.versions(params.id, params.utteranceId),
  }))

  on(renameSpeaker, async ({ params, body, principal }) =>
    transcript.renameSpeaker(params.id, params.speakerId, body.name, principal),
  )
}

function highlightRoutes(on: On, highlights: HighlightsService): void {
  on(listHighlights, async ({ params }) => ({
    highlights: (await highlights.list(params.id)).map(highlightToWire),
  }))

  on(createHighlight, async ({ params, body, principal }) => {
    if (body.meeting_id !== params.id) throw invalid('meeting_id', 'is not the meeting of the address')
    return highlightToWire(await highlights.create(params.id, body, principal.userName))
  })

  on(deleteHighlight, async ({ params, query, principal }) =>
    highlights.delete(params.id, query.highlight_id, principal.userName),
  )
}

function recordingRoutes(on: On, recordings: RecordingsService): void {
  on(audioUrl, async ({ params, principal }) => ({
    url: await recordings.audioUrl(params.id, principal.sessionId),
  }))

  on(videoUrl, async ({ params, principal }) => ({
    url: await recordings.videoUrl(params.id, principal.sessionId),
  }))

  on(getPeaks, async (request, reply) => {
    const { object, read } = await recordings.peaks(request.params.id)
    const tag = `W/"${object.size}-${object.modifiedAt.getTime()}"`
    return sendJsonStream(request, reply, tag, async function* () {
      yield* await read()
    })
  })
}
