import { ServiceError } from '../service-error'

export type JsonToken = 'open' | 'close' | 'key' | 'string' | 'other' | 'end'

/** Of a value in the text. */
export interface JsonPlace {
  start: number
  end: number
}

const MAX_DEPTH = 10_000

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [ZERO, NINE, DOT, PLUS, UPPER_E, LOWER_E] = [0x30, 0x39, 0x2e, 0x2b, 0x45, 0x65]

/** What the grammar allows next. */
type Expected = 'value' | 'first-element' | 'first-key' | 'key' | 'separator' | 'nothing'

/**
 * Reads JSON token by token in one pass over the text, without building its values: time is linear in the text and
 * memory does not grow with what it holds, regardless of what that is. After `next` the fields describe the token that was read.
 */
export class JsonScanner {
  token: JsonToken = 'end'
  /** Of the token, in the text. */
  start = 0
  end = 0
  /** How many arrays and objects are open after the token. */
  get depth(): number {
    return this.#open.length
  }

  /** True for an object. */
  readonly #open: boolean[] = []
  #expected: Expected = 'value'
  #hasEscapes = false
  /** Behind a key: `end` stays that of the key until the next token is read. */
  #colonAt = -1

  constructor(readonly text: string) {}

  next(): JsonToken {
    let code = this.#passBlanks()
    if (this.#expected === 'separator') code = this.#passComma(code)
    if (this.#expected === 'nothing') return this.#atEnd(code)
    if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) return this.#close(code)
    if (this.#expected === 'first-key' || this.#expected === 'key') return this.#key(code)
    return this.#value(code)
  }

  /** Goes on with another value behind the one that ended, if there is one; otherwise the text has ended. */
  nextValueOnNewLine(): boolean {
    const from = this.end
    const code = this.#passBlanks()
    if (Number.isNaN(code)) return false
    if (!this.text.slice(from, this.end).includes('\n')) throw this.#fault()
    this.#expected = 'value'
    return true
  }

  /** Of the key or string that was read. */
  textValue(): string {
    const { text, start, end } = this
    return this.#hasEscapes ? (JSON.parse(text.slice(start, end)) as string) : text.slice(start + 1, end - 1)
  }

  /** Reads one whole value, where one is expected. */
  wholeValue(): JsonPlace {
    this.next()
    if (this.token === 'close' || this.token === 'end') throw this.#fault()
    return this.#restOfValue()
  }

  /** Reads the next element of the array that is open; undefined where the array is closed instead. */
  nextElement(): JsonPlace | undefined {
    return this.next() === 'close' ? undefined : this.#restOfValue()
  }

  #restOfValue(): JsonPlace {
    const { start, depth } = this
    if (this.token === 'open') while (this.depth >= depth) this.next()
    return { start, end: this.end }
  }

  #value(code: number): JsonToken {
    this.start = this.end
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (this.#open.length >= MAX_DEPTH)
        throw new ServiceError('not_json', `is nested more than ${MAX_DEPTH} levels deep`)
      this.#open.push(code === OPEN_OBJECT)
      this.#expected = code === OPEN_OBJECT ? 'first-key' : 'first-element'
      this.end++
      this.token = 'open'
      return this.token
    }
    if (code === QUOTE) {
      this.#passString()
      this.token = 'string'
    } else {
      if (code === MINUS || isDigit(code)) this.#passNumber(code)
      else this.#passWord()
      this.token = 'other'
    }
    this.#expected = this.#open.length > 0 ? 'separator' : 'nothing'
    return this.token
  }

  #key(code: number): JsonToken {
    if (code !== QUOTE) throw this.#fault()
    this.start = this.end
    this.#passString()
    const end = this.end
    if (this.#passBlanks() !== COLON) throw this.#fault()
    this.#colonAt = this.end
    this.end = end
    this.#expected = 'value'
    this.token = 'key'
    return this.token
  }

  #close(code: number): JsonToken {
    const isObject = code === CLOSE_OBJECT
    const isEmpty = this.#expected === (isObject ? 'first-key' : 'first-element')
    if (this.#open.at(-1) !== isObject || !(isEmpty || this.#expected === 'separator')) throw this.#fault()
    this.#open.pop()
    this.start = this.end++
    this.#expected = this.#open.length > 0 ? 'separator' : 'nothing'
    this.token = 'close'
    return this.token
  }

  #passComma(code: number): number {
    if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) return code
    if (code !== COMMA) throw this.#fault()
    this.end++
    this.#expected = this.#open.at(-1) ? 'key' : 'value'
    return this.#passBlanks()
  }

  #atEnd(code: number): JsonToken {
    if (!Number.isNaN(code)) throw this.#fault()
    this.token = 'end'
    return this.token
  }

  /** To the next character that counts; NaN at the end of the text. */
  #passBlanks(): number {
    if (this.#colonAt >= 0) {
      this.end = this.#colonAt + 1
      this.#colonAt = -1
    }
    for (;;) {
      const code = this.text.charCodeAt(this.end)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      this.end++
    }
  }

  #passString(): void {
    const { text } = this
    this.#hasEscapes = false
    for (let at = this.end + 1; ; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.end = at + 1
        return
      }
      if (code === BACKSLASH) {
        this.#hasEscapes = true
        at += this.#escapeLength(at)
      } else if (!(code >= 0x20)) {
        this.end = at
        throw this.#fault()
      }
    }
  }

  /** Behind the backslash. */
  #escapeLength(at: number): number {
    const kind = this.text.charAt(at + 1)
    if (kind === 'u') {
      if (/^[\da-f]{4}$/i.test(this.text.slice(at + 2, at + 6))) return 5
    } else if (kind !== '' && '"\\/bfnrt'.includes(kind)) return 1
    this.end = at
    throw this.#fault()
  }

  #passNumber(first: number): void {
    if (first === MINUS) this.end++
    if (this.text.charCodeAt(this.end) === ZERO) this.end++
    else this.#passDigits()
    if (this.text.charCodeAt(this.end) === DOT) {
      this.end++
      this.#passDigits()
    }
    const code = this.text.charCodeAt(this.end)
    if (code !== LOWER_E && code !== UPPER_E) return
    const sign = this.text.charCodeAt(++this.end)
    if (sign === PLUS || sign === MINUS) this.end++
    this.#passDigits()
  }

  #passDigits(): void {
    const from = this.end
    while (isDigit(this.text.charCodeAt(this.end))) this.end++
    if (this.end === from) throw this.#fault()
  }

  #passWord(): void {
    const word = ['true', 'false', 'null'].find(one => this.text.startsWith(one, this.end))
    if (!word) throw this.#fault()
    this.end += word.length
  }

  #fault(): ServiceError {
    let line = 1
    for (let at = this.text.indexOf('\n'); at >= 0 && at < this.end; at = this.text.indexOf('\n', at + 1))
      line++
    const isOneLine = line === 1 && !this.text.trimEnd().includes('\n')
    return new ServiceError('not_json', isOneLine ? 'is not JSON' : `is not JSON: see line ${line}`)
  }
}

const isDigit = (code: number) => code >= ZERO && code <= NINE

/** Every text value, however deep, in the order of the text; one JSON value per line is read too. */
export function* jsonStrings(text: string): Generator<string> {
  const scanner = new JsonScanner(text)
  do {
    scanner.next()
    if (scanner.token === 'string') yield scanner.textValue()
    while (scanner.depth > 0) if (scanner.next() === 'string') yield scanner.textValue()
  } while (scanner.nextValueOnNewLine())
}
