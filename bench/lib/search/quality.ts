import { setTimeout as sleep } from 'node:timers/promises'
import { search } from '@livetap/contract/calls/search'
import { createLog, PassageMaker } from '@livetap/server'
import { LocalEmbedder } from '@livetap/speech'
import type { Measure } from '../report'
import type { SearchInstallation } from './installation'
import { checkWords, type Label, labelled } from './labels'
import { inItsWords, inOtherWords, type Question } from './questions'
import type { Chapter, Paragraph } from './texts'

/** Of what is answered, so many moments are looked at. */
const AT = 10
const LEAST = 0.85
const MS_OF_WORD = 400
const LINES_OF_PART = 150
const VERSES_OF_SPEAKER = 6
const PROGRESS_MS = 15_000

/** Where a paragraph is said. */
interface Place {
  meeting: string
  fromMs: number
  toMs: number
}

type Places = ReadonlyMap<Paragraph, Place>

interface Part {
  chapter: Chapter
  paragraphs: Paragraph[]
}

/** Chapters of labelled passages first, then the others in their order, up to so many words. */
export function enoughChapters(chapters: readonly Chapter[], words: number): Chapter[] {
  const needed = new Set([...labelled(chapters).values()].flat().map(({ chapter }) => chapter))
  const enough: Chapter[] = []
  let count = 0
  for (const chapter of [...needed, ...chapters.filter(one => !needed.has(one))]) {
    if (count >= words && !needed.has(chapter)) break
    enough.push(chapter)
    for (const { lines } of chapter.paragraphs) for (const line of lines) count += line.split(' ').length
  }
  return enough
}

/** A chapter is a meeting; a long one is several. */
function partsOf(chapters: readonly Chapter[]): Part[] {
  return chapters.flatMap(chapter => {
    const parts: Part[] = [{ chapter, paragraphs: [] }]
    let lines = 0
    for (const paragraph of chapter.paragraphs) {
      if (lines > 0 && lines + paragraph.lines.length > LINES_OF_PART) {
        parts.push({ chapter, paragraphs: [] })
        lines = 0
      }
      parts.at(-1)!.paragraphs.push(paragraph)
      lines += paragraph.lines.length
    }
    return parts
  })
}

interface Line {
  paragraph: Paragraph
  speaker: string
  text: string
  startMs: number
  endMs: number
}

function linesOf({ paragraphs }: Part): Line[] {
  let at = 0
  return paragraphs.flatMap((paragraph, number) =>
    paragraph.lines.map(text => {
      const startMs = at
      at += text.split(' ').length * MS_OF_WORD
      const turn = paragraph.verse ? Math.floor(number / VERSES_OF_SPEAKER) : number
      return { paragraph, speaker: String((turn % 2) + 1), text, startMs, endMs: at }
    }),
  )
}

const meetingOf = (number: number) => `us-00000000-0000-4000-9000-${String(number).padStart(12, '0')}`

function placesOf(chapters: readonly Chapter[]): Places {
  const places = new Map<Paragraph, Place>()
  for (const [number, part] of partsOf(chapters).entries())
    for (const { paragraph, startMs, endMs } of linesOf(part)) {
      const known = places.get(paragraph)
      places.set(paragraph, { meeting: meetingOf(number), fromMs: known?.fromMs ?? startMs, toMs: endMs })
    }
  return places
}

/** Each chapter once, line by line as the pipeline writes them; those of labelled passages last, which are read by meaning first. */
export async function fillChapters(
  { database }: SearchInstallation,
  chapters: readonly Chapter[],
): Promise<void> {
  for (const [number, part] of [...partsOf(chapters).entries()].reverse()) {
    const id = meetingOf(number)
    await database.query(
      `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, language, enable_ensemble,
          sharder, trainable_shard_percent, status, started_at, ended_at, duration_ms)
        values ($1, $2, 'host', 'host@example.com', '1', $3, 'upload', 'us', 'en-US', true, 'vadmarker', 0, 'CallEnded', $4, $4, 3600000)`,
      [id, `Session ${number + 1}`, part.chapter.book, new Date(Date.UTC(2026, 0, 1) + number * 60_000)],
    )
    const lines = linesOf(part).map((line, at) => ({
      id: `${id}-${at}`,
      text: line.text,
      words: line.text.split(' ').map((word, place) => {
        const from = line.startMs + place * MS_OF_WORD
        return [word, from, from + MS_OF_WORD - 50]
      }),
      speaker: line.speaker,
      startMs: line.startMs,
      endMs: line.endMs,
    }))
    await database.query(
      `insert into utterance (id, meeting_id, start_ms, end_ms, text, words, csis, speaker_ids, speaker_segments,
          transcript_type, language_code, confidence)
        select id, $1, "startMs", "endMs", text, words, '[1]', jsonb_build_array(speaker),
          jsonb_build_array(jsonb_build_object('speakerId', speaker, 'text', text)), 'final', 'en-US', 0.9
        from jsonb_to_recordset($2::jsonb) as line (id text, text text, words jsonb, speaker text, "startMs" bigint, "endMs" bigint)`,
      [id, JSON.stringify(lines)],
    )
  }
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      'select count(*)::int as left from search_pending',
    )
    if (rows[0]!.left === 0) break
    await sleep(500)
  }
  await database.query('vacuum analyze')
}

/** Of the chapters that have none yet: a run that was stopped goes on where it was. */
export async function makePassages({ app, database }: SearchInstallation): Promise<void> {
  const { store } = app.passages
  const began = performance.now()
  const waitedFor = await store.waiting()
  if (waitedFor === 0) return
  const embedder = new LocalEmbedder()
  try {
    const { available, reason } = await embedder.availability()
    if (!available) throw new Error(`No passages can be made: ${reason}`)
    const maker = new PassageMaker({
      store,
      embedder,
      log: createLog('error'),
      mustYield: async () => false,
    })
    let saidAt = began
    while (await maker.makeNext(0)) {
      if (performance.now() - saidAt < PROGRESS_MS) continue
      saidAt = performance.now()
      console.log(`passages of ${waitedFor - (await store.waiting())} of ${waitedFor} meetings are made`)
    }
  } finally {
    await embedder.close()
  }
  await database.query('vacuum analyze search_passage')
  console.log(`passages of ${waitedFor} meetings in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

/** Whether a passage that answers is among the first moments. */
async function isAnswered(
  installation: SearchInstallation,
  places: Places,
  { question, labels, mode }: { question: Question; labels: readonly Label[]; mode: Mode },
): Promise<boolean> {
  const { moments } = await installation.find({ q: question.text, mode, limit: AT })
  return moments.slice(0, AT).some(({ meeting_id, start_millis, end_millis }) =>
    labels.some(({ paragraph }) => {
      const { meeting, fromMs, toMs } = places.get(paragraph)!
      return meeting === meeting_id && start_millis < toMs && end_millis > fromMs
    }),
  )
}

type Mode = 'words' | 'meaning' | 'both'
/** Those that the server has. */
const modes = (['words', 'meaning', 'both'] as const).filter(
  mode => search.query.safeParse({ q: 'a', mode }).success,
) as readonly Mode[]

/** Of the questions, how many are answered by each mode. */
export async function recalls(
  installation: SearchInstallation,
  chapters: readonly Chapter[],
): Promise<Measure[]> {
  const labels = labelled(chapters)
  await checkWords(labels, async texts => {
    const { rows } = await installation.database.query<{ stems: string[] }>(
      `select tsvector_to_array(to_tsvector('english', search_fold(text))) as stems
        from unnest($1::text[]) with ordinality as given (text, number) order by number`,
      [texts],
    )
    return rows.map(({ stems }) => new Set(stems))
  })
  const places = placesOf(chapters)
  const answered = new Map<Mode, Set<Question>>()
  for (const mode of modes) {
    const found = new Set<Question>()
    for (const [question, ofQuestion] of labels)
      if (await isAnswered(installation, places, { question, labels: ofQuestion, mode })) found.add(question)
    answered.set(mode, found)
  }
  console.table(
    [...labels.keys()].map(({ text, book }) => ({
      question: text,
      book,
      ...Object.fromEntries(
        modes.map(mode => [mode, [...answered.get(mode)!].some(one => one.text === text) ? 'found' : '-']),
      ),
    })),
  )
  const recall = (mode: Mode, among: readonly Question[]) =>
    among.filter(question => answered.get(mode)!.has(question)).length / among.length
  const all = [...inItsWords, ...inOtherWords]
  const measures: Measure[] = modes.flatMap(mode => [
    {
      name: `recall at ${AT}, ${mode}`,
      unit: '' as const,
      samples: [recall(mode, all)],
      ...(mode === 'both' ? { bar: { atLeast: LEAST } } : {}),
    },
    {
      name: `recall at ${AT}, ${mode}, questions in its words`,
      unit: '' as const,
      samples: [recall(mode, inItsWords)],
    },
    {
      name: `recall at ${AT}, ${mode}, questions in other words`,
      unit: '' as const,
      samples: [recall(mode, inOtherWords)],
    },
  ])
  if (modes.includes('both'))
    measures.push({
      name: 'both, beside the better of the two',
      unit: '',
      samples: [recall('both', all) - Math.max(recall('words', all), recall('meaning', all))],
      bar: { atLeast: 0 },
    })
  return measures
}
