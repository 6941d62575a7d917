import { extname } from 'node:path/posix'
import { jsonStrings } from '../../../platform/json/json-scanner'
import { ServiceError } from '../../../platform/service-error'

/** What was said, or noted beside it, in a transcript file: its markup is not part of it. */
export type SpokenTexts = (content: string) => Iterable<string>

const readers: Record<string, SpokenTexts> = {
  '.json': jsonStrings,
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

/**
 * The text between elements; of Transcriber's events (<Event desc="laugh"/>) the tag that it shows for them, [laugh]. What
 * is not closed is text. One pass: an ending that was not found once is not looked for again.
 */
function* markupTexts(content: string): Generator<string> {
  const endings = new Endings(content)
  let from = 0
  for (let at = content.indexOf('<'); at >= 0; ) {
    const end = endings.ofMarkupAt(at)
    if (end < 0) break
    if (at > from) yield unescaped(content.slice(from, at))
    if (content.startsWith(CDATA, at) && content.startsWith(CDATA_END, end - CDATA_END.length))
      yield content.slice(at + CDATA.length, end - CDATA_END.length)
    else yield* eventIn(content.slice(at, Math.min(end, at + MAX_EVENT)))
    from = end
    at = content.indexOf('<', end)
  }
  if (from < content.length) yield unescaped(content.slice(from))
}

const CDATA = '<![CDATA['
const CDATA_END = ']]>'
/** An event is one short element. */
const MAX_EVENT = 4_096

/** Where things in a text end; each kind of ending is looked for to the end of the text at most once in vain. */
class Endings {
  readonly #missing = new Set<string>()

  constructor(private readonly content: string) {}

  /** Behind the comment, section or element that begins here; -1 where none is closed. */
  ofMarkupAt(at: number): number {
    const { content } = this
    const long = content.startsWith('<!--', at)
      ? this.#after('-->', at + 4)
      : content.startsWith(CDATA, at)
        ? this.#after(CDATA_END, at + CDATA.length)
        : -1
    return long >= 0 ? long : this.#after('>', at)
  }

  #after(ending: string, from: number): number {
    if (this.#missing.has(ending)) return -1
    const at = this.content.indexOf(ending, from)
    if (at < 0) this.#missing.add(ending)
    return at < 0 ? -1 : at + ending.length
  }
}

function* eventIn(element: string): Generator<string> {
  const event = /^<Event\b[^>]*?\bdesc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(element)
  if (event) yield `[${unescaped(event[1] ?? event[2] ?? '')}]`
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
  for (let open = content.indexOf('"'); open >= 0; ) {
    let close = content.indexOf('"', open + 1)
    while (close >= 0 && content[close + 1] === '"') close = content.indexOf('"', close + 2)
    if (close < 0)
      throw new ServiceError(
        'invalid',
        `has a quotation mark that is not closed: see line ${lineOf(content, open)}`,
      )
    const label = content.slice(open + 1, close)
    if (label) yield label.replaceAll('""', '"')
    open = content.indexOf('"', close + 1)
  }
}

function lineOf(content: string, place: number): number {
  let line = 1
  for (let at = content.indexOf('\n'); at >= 0 && at < place; at = content.indexOf('\n', at + 1)) line++
  return line
}
