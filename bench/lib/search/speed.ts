import { type Measure, quantile } from '../report'
import type { SearchInstallation } from './installation'

const TIMES_BARE = 3
const TIMES_TYPED_WRONG = 8
const TIMES_QUICKER = 20
/** Pages that are passed on the way to the last one that is measured. */
const PAGES = 12

interface Asked {
  /** As it is typed. */
  q: string
  /** The same words for the bare scan of the index. */
  bare: string
  /** The same for `ILIKE`: all of them. */
  patterns: string[]
}

const asked = (words: string, filters = ''): Asked => ({
  q: `${words} ${filters}`.trim(),
  bare: words,
  patterns: [...words.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => `%${phrase ?? word}%`),
})

const kinds: Readonly<Record<string, readonly Asked[]>> = {
  words: [
    'plowshares',
    'wondershaper',
    'Haymarket',
    'Jerusalem',
    'workers',
    'people',
    'debian package',
    'king David',
  ].map(words => asked(words)),
  phrases: [
    '"working class"',
    '"children of Israel"',
    '"hard link"',
    '"private property"',
    '"kingdom of heaven"',
  ].map(words => asked(words)),
  'words and phrases with filters': [
    asked('freedom', 'site:site-2'),
    asked('workers', 'host:host-7@example.com tag:tag-7'),
    asked('servant', 'speaker:"Speaker Name 12"'),
    asked('"private property"', 'lang:en site:site-3'),
    asked('kernel', `after:${yearAgo()} site:site-1`),
  ],
}

const wrong: readonly Asked[] = [
  ['plowsahres', 'plowshares'],
  ['wondershapr', 'wondershaper'],
  ['Haymarkte', 'Haymarket'],
  ['Jeruslaem', 'Jerusalem'],
  ['capitlaism', 'capitalism'],
  ['revoltuion', 'revolution'],
].map(([typed, meant]) => ({ q: typed!, bare: meant!, patterns: [] }))

function yearAgo(): string {
  return new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
}

/** Each in turn with the bare scan of the index, so that a slow moment of the machine meets both. */
export async function speed(installation: SearchInstallation, rounds: number): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const [kind, questions] of Object.entries({ ...kinds, 'typing errors': wrong })) {
    const isWrong = questions === wrong
    const { own, bare } = await measured(installation, questions, rounds, async q => {
      const { moments, instead } = await installation.find({ q })
      if (moments.length === 0 && !q.includes(':')) throw new Error(`${q} finds nothing`)
      if (isWrong && instead.length === 0) throw new Error(`${q} is not taken for a typing error`)
    })
    measures.push(...compared(kind, own, bare, isWrong ? TIMES_TYPED_WRONG : TIMES_BARE))
  }
  // Deep in what many moments match: one cursor after the other, then the same page again and again.
  const deep = [asked('people'), asked('"working class"'), asked('freedom', 'site:site-2')]
  const cursors = new Map<string, string | undefined>()
  for (const { q } of deep) {
    let cursor: string | null = null
    for (let page = 0; page < PAGES; page++) {
      const answer = await installation.find({ q, limit: 100, ...(cursor ? { cursor } : {}) })
      if (!answer.next) break
      cursor = answer.next
    }
    if (cursor) cursors.set(q, cursor)
  }
  const paged = deep.filter(({ q }) => cursors.has(q))
  const { own, bare } = await measured(installation, paged, rounds, async q => {
    const { moments } = await installation.find({ q, cursor: cursors.get(q)! })
    if (moments.length === 0) throw new Error(`${q} has no such page`)
  })
  measures.push(...compared(`pages behind ${PAGES} of 100`, own, bare, TIMES_BARE))
  return measures
}

/** Against the reading of every line. */
export async function besideIlike(installation: SearchInstallation): Promise<Measure[]> {
  const times: number[] = []
  const quicker: number[] = []
  for (const { q, patterns } of [kinds.words![3]!, kinds.words![5]!, kinds.phrases![0]!]) {
    const own: number[] = []
    for (let round = 0; round < 5; round++) own.push(await took(() => installation.find({ q })))
    const conditions = patterns.map((_, at) => `text ilike $${at + 1}`).join(' and ')
    const ms = await took(() =>
      installation.database.query(`select count(*) from utterance where ${conditions}`, patterns),
    )
    times.push(ms)
    quicker.push(ms / quantile(own, 0.95))
  }
  return [
    { name: 'ILIKE over all lines', unit: 'ms', samples: times },
    {
      name: 'quicker than ILIKE',
      unit: 'times',
      samples: [Math.min(...quicker)],
      bar: { atLeast: TIMES_QUICKER },
    },
  ]
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

async function measured(
  { app }: SearchInstallation,
  questions: readonly Asked[],
  rounds: number,
  ask: (q: string) => Promise<unknown>,
) {
  const own: number[] = []
  const bare: number[] = []
  const table = []
  for (const { q, bare: words } of questions) {
    const scan = () =>
      app.database.pool.query(
        `select count(*)::int as found from search_row where vector @@ websearch_to_tsquery('english', $1)`,
        [words],
      )
    const [ownOf, bareOf]: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const [ownMs, bareMs] = [await took(() => ask(q)), await took(scan)]
      // The first round warms up.
      if (round < 0) continue
      ownOf.push(ownMs)
      bareOf.push(bareMs)
    }
    own.push(...ownOf)
    bare.push(...bareOf)
    table.push({
      q,
      found: (await scan()).rows[0].found,
      'p95 ms': Math.round(quantile(ownOf, 0.95)),
      'bare p95 ms': Math.round(quantile(bareOf, 0.95)),
    })
  }
  console.table(table)
  return { own, bare }
}

const compared = (kind: string, own: number[], bare: number[], atMost: number): Measure[] => [
  { name: kind, unit: 'ms', samples: own },
  { name: `${kind}: bare scan of the index`, unit: 'ms', samples: bare },
  {
    name: `${kind}, p95 over that of the bare scan`,
    unit: 'times',
    samples: [quantile(own, 0.95) / quantile(bare, 0.95)],
    bar: { atMost },
  },
]
