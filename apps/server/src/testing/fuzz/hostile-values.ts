import type { Random } from '../random'

/** JSON that `JSON.stringify` would not write: numbers that no double holds, broken escapes. */
export class RawJson {
  constructor(readonly text: string) {}
}

const LONG_TEXT = 100_000
const DEEP = 5_000

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202eright to left\u202c',
  'e\u0301\u200b\ufeff',
  '👩‍👩‍👧',
  '\r\nx-injected: 1',
  '../../etc/passwd',
  '%00',
  '%s%n',
  "'; drop table meeting; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e400',
  '9007199254740993',
  '0x10',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  'en-US',
  '*',
] as const

const numbers = [
  '-0',
  '0',
  '-1',
  '0.1',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '123456789012345678901234567890',
  '1e21',
  '5e-324',
  '1.7976931348623157e308',
  '1e400',
  '-1e400',
] as const

export const hostileText = (random: Random): string =>
  random.chance(0.02) ? 'long '.repeat(LONG_TEXT / 5) : random.pick(texts)

/** For places where half a surrogate pair cannot even be written. */
export const hostileUtf8 = (random: Random, maxLength: number): string =>
  Buffer.from(hostileText(random).slice(0, maxLength)).toString()

export const hostileNumber = (random: Random): RawJson => new RawJson(random.pick(numbers))

function nested(random: Random): RawJson {
  const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}']
  const depth = random.chance(0.3) ? DEEP : 50
  return new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

/** Any value of any type, none of them what a user expects. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => hostileText(random),
    () => hostileText(random),
    () => hostileNumber(random),
    () => hostileNumber(random),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => [hostileText(random), hostileNumber(random), null],
    () => new RawJson(`{"__proto__":{"admin":true},"constructor":{"prototype":{}}}`),
    () => new RawJson('"\\ud800"'),
    () => nested(random),
    () => Array.from({ length: 2_000 }, () => 0),
  ])()
}

/** What `JSON.stringify` does, with raw parts as they are. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${toJson(inner)}`)
    .join()}}`
}
