import { repeatEntry, type TestEntry, zipOf, zipOfCopies } from '../../platform/zip/testing/zip-of'

const KB = 1024
const MB = 1024 * KB

/** Something a user can send that costs far more to read than to make. */
export interface HostileFile {
  what: string
  make: () => Promise<Buffer>
}

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
const listOf = (value: string, bytes: number) => `[${repeated(`${value},`, bytes)}${value}]`

const zipWith = (name: string, content: () => string): HostileFile['make'] => {
  return () => zipOf([{ name, content: content(), stored: true } satisfies TestEntry])
}

/** Zips of vendor transcripts. `scale` 1 is what a test sends; more for a longer run. */
export const hostileTagZips = (scale = 1): HostileFile[] => [
  { what: 'XML of "<" alone', make: zipWith('a.xml', () => repeated('<', 60 * KB * scale)) },
  {
    what: 'XML of comments that do not end',
    make: zipWith('a.xml', () => repeated('<!--', 200 * KB * scale)),
  },
  {
    what: 'XML of sections that do not end',
    make: zipWith('a.xml', () => repeated('<![CDATA[', 200 * KB * scale)),
  },
  {
    what: 'a Transcriber event with half a million attributes',
    make: zipWith('a.trs', () => `<Event ${repeated("desc ='", MB * scale)}>`),
  },
  {
    what: 'a TextGrid with a quotation mark that is not closed',
    make: zipWith('a.TextGrid', () => `text = "${repeated('a', 8 * MB)}`),
  },
  { what: 'a TextGrid of quotation marks', make: zipWith('a.TextGrid', () => repeated('"', MB * scale)) },
  { what: 'JSON of empty objects', make: zipWith('a.json', () => listOf('{}', 8 * MB)) },
  {
    what: 'JSON of short texts',
    make: zipWith('a.json', () => listOf('{"text":"so [noise] it is"}', 15 * MB)),
  },
  { what: 'JSON that is nested a million levels deep', make: zipWith('a.json', () => repeated('[', MB)) },
  { what: 'JSON of a million lines', make: zipWith('a.json', () => repeated('{}\n', 3 * MB)) },
  {
    what: 'a text of tags that do not end',
    make: zipWith('a.txt', () => repeated('[a#a{a<a', 4 * MB * scale)),
  },
  { what: 'many different tags', make: zipWith('a.txt', () => manyTags(100_000)) },
  { what: 'an entry named very often', make: async () => repeatEntry(await smallZip(), 60_000) },
  { what: 'thousands of small entries', make: () => zipOf(smallEntries(5_000, 'so [noise]')) },
]

/** Takes many seconds to read on any machine, and is right: 28 files of 11 MB, packed. */
export const longTagZip = (): Promise<Buffer> =>
  zipOfCopies(JSON.stringify(Array.from({ length: 500_000 }, (_, at) => `so [noise] ${at}`)), 28)

/** Zips that a vendor sends back; `name` is that of a shard of the project. */
export const hostileReturns = (name: string): HostileFile[] => [
  { what: 'a transcript of blanks', make: zipWith(`${name}.txt`, () => repeated(' ', MB - 1)) },
  { what: 'JSON of empty objects', make: zipWith(`${name}.json`, () => listOf('{}', MB - 8)) },
  { what: 'JSON that is nested deep', make: zipWith(`${name}.json`, () => repeated('[', MB - 1)) },
  { what: 'thousands of names of no shard', make: () => zipOf(smallEntries(5_000, 'x')) },
  { what: 'an entry named very often', make: async () => repeatEntry(await smallZip(), 99_000) },
]

/** Bodies of the import of a transcript. */
export const hostileImports = (): HostileFile[] => [
  { what: 'lines of nothing', make: async () => importOf(listOf('{}', 16 * MB)) },
  { what: 'numbers as lines', make: async () => importOf(listOf('1', 16 * MB)) },
  { what: 'a line of a million words', make: async () => importOf(`[${lineWith(listOf('{}', 8 * MB))}]`) },
  {
    what: 'lines with as many words as are allowed',
    make: async () => importOf(listOf(lineWith(wordsOf(20_000)), 12 * MB)),
  },
  { what: 'a value that is nested a million levels deep', make: async () => importOf(repeated('[', 2 * MB)) },
  {
    what: 'a text of escapes that does not end',
    make: async () => importOf(`["${repeated('\\n', 16 * MB)}`),
  },
]

/** JSON bodies of any other call, each as long as such a body may be. */
export const hostileBodies = (bytes = MB - 1): HostileFile[] => [
  { what: 'a list of numbers', make: async () => Buffer.from(listOf('1', bytes - 4)) },
  { what: 'a list of empty objects', make: async () => Buffer.from(listOf('{}', bytes - 8)) },
  { what: 'a list of texts', make: async () => Buffer.from(listOf('"a"', bytes - 8)) },
  { what: 'a list that is nested deep', make: async () => Buffer.from(repeated('[', bytes)) },
  {
    what: 'an object of many keys',
    make: async () => Buffer.from(`{${Array.from({ length: 70_000 }, (_, at) => `"k${at}":1`).join()}}`),
  },
]

/** First messages of the recognition socket with speech hints, each as long as a message may be. */
export const hostileHints = (bytes = 500 * KB): HostileFile[] => [
  { what: 'numbers as phrases', make: async () => configOf(`{"phrases":${listOf('1', bytes)}}`) },
  { what: 'more phrases than are taken', make: async () => configOf(`{"phrases":${listOf('"a"', bytes)}}`) },
  { what: 'entities of nothing', make: async () => configOf(`{"entities":${listOf('{}', bytes)}}`) },
  { what: 'contexts of nothing', make: async () => configOf(listOf('{}', bytes)) },
  { what: 'contexts that are nested deep', make: async () => configOf(repeated('[', bytes)) },
]

const configOf = (contexts: string) =>
  Buffer.from(`{"streaming_config":{"language_code":"en-US","speech_contexts":${contexts}}}`)

const smallZip = () => zipOf([{ name: 'a.txt', content: 'so [noise]', stored: true }])

const smallEntries = (count: number, content: string): TestEntry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${at % 100}/${at}.txt`, content, stored: true }))

const manyTags = (count: number) => Array.from({ length: count }, (_, at) => `[tag ${at}]`).join(' ')

const importOf = (lines: string) =>
  Buffer.from(`{"title":"x","start_at_utc":"2026-03-10T14:37:12.000Z","client_region":"us","lines":${lines}}`)

const lineWith = (words: string) =>
  `{"text":"so","start_millis":0,"end_millis":1,"language_code":"en-US","words":${words}}`

const wordsOf = (count: number) =>
  `[${Array.from({ length: count }, () => '{"word":"so","start_millis":0,"end_millis":1}').join()}]`
