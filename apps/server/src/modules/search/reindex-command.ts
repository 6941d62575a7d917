import { setTimeout as sleep } from 'node:timers/promises'
import type { TextEmbedder } from '@livetap/speech'
import { loadConfig } from '../../platform/config/config'
import { openCommandDatabase } from '../../platform/db/command-database'
import { createLog } from '../../platform/log/log'
import { openEmbedder } from '../../platform/speech/open-speech'
import { startProblem } from '../../platform/start-problem'
import { PassageMaker } from './meaning/passage-maker'
import { PassagesStore } from './meaning/passages.store'
import { type FillProgress, SearchIndexStore } from './search-index.store'

const USAGE = `npm run reindex   reads every line, title and highlight into the index of search anew, while the server runs, and
                  makes the passages of the search by meaning anew; one that was stopped goes on where it was
`
const BATCH = 500
/** While another process reads a batch. */
const AGAIN_MS = 200
const PROGRESS_MS = 2_000

export interface ReindexSurroundings {
  env: Record<string, string | undefined>
  cwd: string
  write(text: string): void
  writeProblem(text: string): void
}

/** Answers the exit code: 1 for a mistake or an outage. */
export async function runReindexCommand(
  args: readonly string[],
  around: ReindexSurroundings,
): Promise<number> {
  if (args.length > 0) {
    around.writeProblem(USAGE)
    return 1
  }
  try {
    const config = loadConfig(around.env, around.cwd)
    const database = await openCommandDatabase(config)
    const embedder = openEmbedder(config)
    try {
      const index = new SearchIndexStore(database.kysely)
      const passages = new PassagesStore(database.kysely)
      const begun = await index.unfinished()
      if (!begun) await passages.remakeAll()
      await reindex(index, begun, around.write)
      await remakePassages(passages, embedder, around.write)
      return 0
    } finally {
      await embedder.close()
      await database.close()
    }
  } catch (error) {
    around.writeProblem(`${startProblem(error).replace('Livetap cannot start: ', '')}\n`)
    return 1
  }
}

async function reindex(
  index: SearchIndexStore,
  begun: FillProgress | undefined,
  write: (text: string) => void,
): Promise<void> {
  if (begun) write(`going on: ${progressOf(begun)}\n`)
  else await index.restart()
  let read = 0
  let saidAt = performance.now()
  for (let more = await index.fill(BATCH); more !== false; more = await index.fill(BATCH)) {
    if (more === undefined) await sleep(AGAIN_MS)
    const progress = await index.unfinished()
    if (!progress) continue
    read = progress.done
    if (performance.now() - saidAt < PROGRESS_MS) continue
    saidAt = performance.now()
    write(`${progressOf(progress)}\n`)
  }
  while ((await index.takeWords(BATCH)) === BATCH);
  write(`search has read all: ${read.toLocaleString('en-US')} lines and titles\n`)
}

/** Beside the servers, which make them too. Where there is no model they wait until a server has one. */
async function remakePassages(
  store: PassagesStore,
  embedder: TextEmbedder,
  write: (text: string) => void,
): Promise<void> {
  const { available, reason } = await embedder.availability()
  if (!available) {
    write(`passages for the search by meaning are not made: ${reason}\n`)
    return
  }
  const maker = new PassageMaker({ store, embedder, log: createLog('silent'), mustYield: async () => false })
  let saidAt = performance.now()
  for (let waiting = await store.waiting(); waiting > 0; waiting = await store.waiting()) {
    if (!(await maker.makeNext(0))) await sleep(AGAIN_MS)
    if (performance.now() - saidAt < PROGRESS_MS) continue
    saidAt = performance.now()
    write(`passages: ${waiting.toLocaleString('en-US')} meetings wait\n`)
  }
  write('the passages of all finished meetings are made\n')
}

function progressOf({ done, total }: FillProgress): string {
  return `${done.toLocaleString('en-US')} of about ${total.toLocaleString('en-US')} lines and titles`
}
