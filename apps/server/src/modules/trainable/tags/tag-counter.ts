import type { VendorTag } from '@livetap/contract'
import { ServiceError } from '../../../platform/service-error'
import { findTags } from './find-tags'

/** What one answer may hold: a transcript has a few dozen tags, a file of another kind has thousands. */
const MAX_TAGS = 5_000
const MAX_PLACES = 200_000
/** Of file names, once for each place. */
const MAX_NAME_CHARACTERS = 16_000_000
const MAX_EXAMPLES = 3
const CONTEXT_CHARACTERS = 40

interface Counted {
  count: number
  files: Map<string, number>
  examples: { file: string; text: string }[]
}

/** Tags by their spelling, with the files they stand in and the first texts around them. */
export class TagCounter {
  readonly #tags = new Map<string, Counted>()
  #places = 0
  #nameCharacters = 0

  add(file: string, text: string): void {
    for (const { tag, index } of findTags(text)) {
      const counted = this.#of(tag)
      const before = counted.files.get(file)
      if (before === undefined) this.#countPlace(file)
      counted.count++
      counted.files.set(file, (before ?? 0) + 1)
      if (counted.examples.length < MAX_EXAMPLES)
        counted.examples.push({ file, text: around(text, index, tag.length) })
    }
  }

  /** The most frequent first. */
  result(): VendorTag[] {
    return [...this.#tags]
      .map(([tag, { count, files, examples }]) => ({
        tag,
        count,
        files: Object.fromEntries(files),
        examples,
      }))
      .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
  }

  #countPlace(file: string): void {
    this.#nameCharacters += file.length
    if (++this.#places > MAX_PLACES)
      throw new ServiceError('invalid', `has too many tags: more than ${MAX_PLACES} places in all files`)
    if (this.#nameCharacters > MAX_NAME_CHARACTERS)
      throw new ServiceError('invalid', 'has too many tags in files of long names')
  }

  #of(tag: string): Counted {
    let counted = this.#tags.get(tag)
    if (!counted) {
      if (this.#tags.size >= MAX_TAGS)
        throw new ServiceError('invalid', `has too many different tags: more than ${MAX_TAGS} in all files`)
      counted = { count: 0, files: new Map(), examples: [] }
      this.#tags.set(tag, counted)
    }
    return counted
  }
}

/** Half a character at either end. */
const LONE_SURROGATE = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

const around = (text: string, index: number, length: number): string => {
  const from = Math.max(0, index - CONTEXT_CHARACTERS)
  const to = Math.min(text.length, index + length + CONTEXT_CHARACTERS)
  const cut = text.slice(from, to).replace(LONE_SURROGATE, '').replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`
}
