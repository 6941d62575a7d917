import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type BookName = 'bible' | 'handbook' | 'anarchism'

/** What is said in one go: a verse, or a paragraph of sentences. */
export interface Paragraph {
  /** Of a verse: `Ge1:1`. */
  verse?: string
  lines: string[]
}

export interface Chapter {
  book: BookName
  title: string
  paragraphs: Paragraph[]
}

const BIBLE = '/usr/lib/bible.data'
const HANDBOOK = '/usr/share/doc/debian-handbook/html/en-US'
const ANARCHISM = '/usr/share/doc/anarchism/markdown'

const packages: Readonly<Record<string, string>> = {
  'bible-kjv-text': BIBLE,
  'debian-handbook': HANDBOOK,
  anarchism: ANARCHISM,
}

/** The texts of Debian's packages, in their order. Throws with the names of the packages that are missing. */
export function readTexts(): Chapter[] {
  const missing = Object.keys(packages).filter(name => !existsSync(packages[name]!))
  if (missing.length > 0)
    throw new Error(`The texts of Debian's packages are missing: apt-get install ${missing.join(' ')}`)
  return [...readBible(), ...readHandbook(), ...readAnarchism()]
}

/** A stream of `compress` behind an index, which is not needed here: a verse a line. */
function readBible(): Chapter[] {
  const data = readFileSync(BIBLE)
  const from = data.indexOf(Buffer.from([0x1f, 0x9d]))
  const text = execFileSync('gzip', ['-dc'], {
    input: data.subarray(from),
    maxBuffer: 1 << 26,
    encoding: 'latin1',
  })
  const chapters = new Map<string, Chapter>()
  for (const [, title, verse, content] of text.matchAll(/^(\w+?\d+):(\d+) (.+)$/gm)) {
    const chapter = chapters.get(title!) ?? { book: 'bible', title: title!, paragraphs: [] }
    chapters.set(title!, chapter)
    chapter.paragraphs.push({ verse: `${title}:${verse}`, lines: [content!] })
  }
  return [...chapters.values()]
}

function readHandbook(): Chapter[] {
  return filesOf(HANDBOOK, '.html').map(name => {
    const page = readFileSync(join(HANDBOOK, name), 'utf8')
    const paragraphs = [...page.matchAll(/<div class="para">(.*?)<\/div>/gs)].map(([, content]) =>
      content!
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/&(\w+);/g, (_, entity: string) => entities[entity] ?? ' '),
    )
    return chapterOf('handbook', name.replace(/^sect\.|\.html$/g, ''), paragraphs)
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readAnarchism(): Chapter[] {
  return filesOf(ANARCHISM, '.md.gz').map(name => {
    const text = gunzipSync(readFileSync(join(ANARCHISM, name))).toString('utf8')
    const paragraphs = text
      .split(/\n\s*\n/)
      .map(paragraph => paragraph.replaceAll(/^[>#\s*-]+/gm, '').replaceAll(/[_*[\]]+/g, ''))
    return chapterOf('anarchism', name.replace(/\.md\.gz$/, ''), paragraphs)
  })
}

const filesOf = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith(ending))
    .sort()

const chapterOf = (book: BookName, title: string, paragraphs: readonly string[]): Chapter => ({
  book,
  title,
  paragraphs: paragraphs
    .map(paragraph => ({ lines: sentencesOf(paragraph.replaceAll(/\s+/g, ' ').trim()) }))
    .filter(({ lines }) => lines.length > 0),
})

/** No line is longer than a speaker's breath: what has no full stop is divided at its commas or blanks. */
const MOST = 300

function sentencesOf(paragraph: string): string[] {
  const sentences = paragraph.split(/(?<=[a-z)"”][.?!]["”]?) (?=["“(]?[A-Z])/)
  return sentences
    .flatMap(
      sentence =>
        sentence.match(new RegExp(`.{1,${MOST}}(?:[,;] |$)|.{1,${MOST}}(?: |$)|.{1,${MOST}}`, 'g')) ?? [],
    )
    .map(line => line.trim())
    .filter(Boolean)
}
