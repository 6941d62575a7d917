import { extname } from 'node:path/posix'

/** What was said, or noted beside it, in a transcript file: its markup is not part of it. */
export type SpokenTexts = (content: string) => Iterable<string>

/** A file that is not what its name says; the message can be shown. */
export class TranscriptFileError extends Error {
  override readonly name = 'TranscriptFileError'
  readonly reason = 'unreadable'
}

const readers: Record<string, SpokenTexts> = {
  '.json': jsonTexts,
  '.xml': markupTexts,
  '.trs': markupTexts,
  '.txt': content => [content],
  '.csv': content => [content],
  '.textgrid': quotedTexts,
}

/** Undefined for a file that is no transcript, a folder's own files among them. */
export function transcriptReader(name: string): SpokenTexts | undefined {
  const isHidden = name.split('/').some(part => part.startsWith('.') || part === '__MACOSX')
  return isHidden ? undefined : readers[extname(name).toLowerCase()]
}

/** Every text value, however deep; a file of one JSON value per line is read too. */
function* jsonTexts(content: string): Generator<string> {
  for (const value of jsonValues(content)) yield* textsIn(value)
}

function jsonValues(content: string): unknown[] {
  try {
    return [JSON.parse(content)]
  } catch (error) {
    const lines = content.split('\n').filter(line => line.trim())
    if (lines.length < 2) throw new TranscriptFileError('is not JSON', { cause: error })
    return lines.map((line, index) => {
      try {
        return JSON.parse(line)
      } catch (cause) {
        throw new TranscriptFileError(`is not JSON: see line ${index + 1}`, { cause })
      }
    })
  }
}

/** With a list of its own: a value nested deeper than the stack is read like any other. */
function* textsIn(root: unknown): Generator<string> {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') yield value
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value).reverse()) open.push(part)
  }
}

const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>/g
const CDATA = '<![CDATA['

/** The text between elements; of Transcriber's events (<Event desc="laugh"/>) the tag that it shows for them, [laugh]. */
function* markupTexts(content: string): Generator<string> {
  let from = 0
  for (const { 0: element, index } of content.matchAll(MARKUP)) {
    if (index > from) yield unescaped(content.slice(from, index))
    from = index + element.length
    if (element.startsWith(CDATA)) yield element.slice(CDATA.length, -3)
    const event = /^<Event\b[^>]*?\bdesc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(element)
    if (event) yield `[${unescaped(event[1] ?? event[2] ?? '')}]`
  }
  if (from < content.length) yield unescaped(content.slice(from))
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** A TextGrid's labels stand in quotes, doubled inside; "<exists>" and "item [1]" outside of them are its own words. */
function* quotedTexts(content: string): Generator<string> {
  for (const [, label] of content.matchAll(/"((?:[^"]|"")*)"/g)) if (label) yield label.replaceAll('""', '"')
}
