import type { Highlight, Transcript } from '../model'
import { buildTranscript } from './build-transcript'
import { buildHighlights } from './highlights'
import { fieldsOf } from './read-fields'

/** Named like the catalogue's texts for them. */
export type TranscriptsFileFailure = 'emptyResults' | 'invalidFormat'

export type TranscriptsFile =
  | { readonly ok: true; readonly transcript: Transcript; readonly highlights: readonly Highlight[] }
  | { readonly ok: false; readonly reason: TranscriptsFileFailure }

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** Reads a local transcripts file: an object with non-empty `results`, of which at least one is an utterance. */
export function parseTranscriptsFile(text: string): TranscriptsFile {
  const fields = fieldsOf(parse(text))
  if (!fields) return { ok: false, reason: 'invalidFormat' }
  const results = fields.results ?? []
  if (!Array.isArray(results)) return { ok: false, reason: 'invalidFormat' }
  if (results.length === 0) return { ok: false, reason: 'emptyResults' }
  const transcript = buildTranscript(results, fields.speakers)
  if (transcript.utterances.length === 0) return { ok: false, reason: 'invalidFormat' }
  return { ok: true, transcript, highlights: buildHighlights(fields.highlights) }
}
