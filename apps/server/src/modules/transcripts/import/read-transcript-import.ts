import { MAX_IMPORT_LINES, transcriptImportLineSchema, transcriptImportSchema } from '@livetap/contract'
import type { z } from 'zod'
import { findBrokenValue } from '../../../platform/json/broken-value'
import { type JsonPlace, JsonScanner } from '../../../platform/json/json-scanner'
import type { TaskContext } from '../../../platform/parser-pool/parser-task'
import { ServiceError } from '../../../platform/service-error'
import type { ImportedHead, ImportedLine, ImportedPart } from './transcript-import-task'

/** Of a field of the head, as JSON; and of a line, whose words may be as many as the contract allows. */
const MAX_FIELD_CHARACTERS = 20_000
const MAX_LINE_CHARACTERS = 4 * 1024 * 1024
/** Of one part, as JSON: the other thread is not to be held up by copying it. */
const PART_CHARACTERS = 250_000
const PART_LINES = 200

const headSchema = transcriptImportSchema.omit({ lines: true })

/**
 * Reads the body of an import; runs in a thread of its own. Lines are found in the text and parsed one by one, so that
 * memory does not grow with their number: first to check them all, then to hand them over.
 */
export async function* readTranscriptImport(
  { json }: { json: Uint8Array },
  { reading }: TaskContext,
): AsyncGenerator<ImportedPart> {
  reading('The transcript')
  const text = decode(json)
  const { fields, lines } = findPlaces(text)
  const head = parsed(headSchema, fields, '')
  if (!lines || lines.length === 0) throw new ServiceError('invalid', 'lines: one line at least is needed')
  const languageCode = lineAt(text, lines, 0).language_code
  for (let at = 1; at < lines.length; at++) lineAt(text, lines, at)
  yield { head: { ...head, languageCode } satisfies ImportedHead }
  yield* linesInParts(text, lines)
}

function* linesInParts(text: string, places: readonly JsonPlace[]): Generator<ImportedPart> {
  let lines: ImportedLine[] = []
  let characters = 0
  for (let at = 0; at < places.length; at++) {
    lines.push(lineAt(text, places, at))
    characters += lengthOf(places[at]!)
    if (lines.length < PART_LINES && characters < PART_CHARACTERS) continue
    yield { lines }
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield { lines }
}

function decode(json: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(json)
  } catch (cause) {
    throw new ServiceError('not_json', 'The body is not text in UTF-8', { cause })
  }
}

function findPlaces(text: string): { fields: Record<string, unknown>; lines: JsonPlace[] | undefined } {
  const scanner = new JsonScanner(text)
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let lines: JsonPlace[] | undefined
  try {
    if (scanner.next() !== 'open' || text[scanner.start] !== '{')
      throw new ServiceError('invalid', 'body: must be an object')
    while (scanner.next() === 'key') {
      const key = scanner.textValue()
      if (key === 'lines') lines = linePlaces(scanner)
      else if (key in headSchema.shape) fields[key] = fieldValue(scanner, key)
      else scanner.wholeValue()
    }
    scanner.next()
  } catch (error) {
    const isNotJson = error instanceof ServiceError && error.reason === 'not_json'
    throw isNotJson ? new ServiceError('not_json', `The body ${error.message}`) : error
  }
  return { fields, lines }
}

function linePlaces(scanner: JsonScanner): JsonPlace[] {
  if (scanner.next() !== 'open' || scanner.text[scanner.start] !== '[')
    throw new ServiceError('invalid', 'lines: must be a list')
  const places: JsonPlace[] = []
  for (let place = scanner.nextElement(); place; place = scanner.nextElement()) {
    if (places.length === MAX_IMPORT_LINES)
      throw new ServiceError('invalid', `lines: has more than ${MAX_IMPORT_LINES} lines`)
    places.push(place)
  }
  return places
}

function fieldValue(scanner: JsonScanner, key: string): unknown {
  const place = scanner.wholeValue()
  if (lengthOf(place) > MAX_FIELD_CHARACTERS) throw new ServiceError('invalid', `${key}: is too long`)
  return valueAt(scanner.text, place)
}

function lineAt(text: string, places: readonly JsonPlace[], at: number): ImportedLine {
  const place = places[at]!
  if (lengthOf(place) > MAX_LINE_CHARACTERS)
    throw new ServiceError('invalid', `lines.${at}: has more than ${MAX_LINE_CHARACTERS} characters of JSON`)
  return parsed(transcriptImportLineSchema, valueAt(text, place), `lines.${at}`)
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, at: string): z.output<Schema> {
  const within = at === '' ? '' : `${at}.`
  const broken = findBrokenValue(at || 'body', value)
  if (broken) throw new ServiceError('invalid', `${within}${broken.field}: ${broken.problem}`)
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw new ServiceError('invalid', `${within}${path.join('.') || 'value'}: ${message}`)
}

const lengthOf = ({ start, end }: JsonPlace) => end - start
const valueAt = (text: string, { start, end }: JsonPlace): unknown => JSON.parse(text.slice(start, end))
