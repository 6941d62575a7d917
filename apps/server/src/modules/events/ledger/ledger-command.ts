import { loadConfig } from '../../../platform/config/config'
import { openCommandDatabase } from '../../../platform/db/command-database'
import { loadSecret } from '../../../platform/secret/secret'
import { startProblem } from '../../../platform/start-problem'
import { LedgerStore } from './ledger.store'
import { LedgerSeal } from './ledger-hash'

const USAGE = `npm run ledger -- verify [MEETING]   checks the hash chain of every ledger, or of one meeting's
npm run ledger -- erase PERSON        takes a name or e-mail address out of every ledger; the chains stay valid
`

export interface LedgerCommandSurroundings {
  env: Record<string, string | undefined>
  cwd: string
  write(text: string): void
  writeProblem(text: string): void
}

/** Answers the exit code: 0 for valid, 2 for a broken ledger, 1 for a mistake or an outage. */
export async function runLedgerCommand(args: string[], around: LedgerCommandSurroundings): Promise<number> {
  const [verb, subject, ...rest] = args
  const known = verb === 'verify' || (verb === 'erase' && subject !== undefined)
  if (!known || rest.length > 0) {
    around.writeProblem(USAGE)
    return 1
  }
  try {
    const config = loadConfig(around.env, around.cwd)
    const database = await openCommandDatabase(config)
    try {
      const ledger = new LedgerStore(database.kysely, { seal: new LedgerSeal(loadSecret(config)) })
      if (verb === 'verify') return await verify(ledger, subject, around.write)
      around.write(`erased from ${await ledger.erasePerson(subject!)} ledger events\n`)
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    around.writeProblem(`${startProblem(error).replace('Livetap cannot start: ', '')}\n`)
    return 1
  }
}

async function verify(ledger: LedgerStore, meeting: string | undefined, write: (text: string) => void) {
  await ledger.chainOld()
  const meetings = meeting === undefined ? await ledger.meetings() : [meeting]
  let events = 0
  let problems = 0
  const problem = (text: string) => {
    problems += 1
    write(`${text}\n`)
  }
  for (const id of meetings) {
    const report = await ledger.verify(id)
    events += report.events
    if (report.events === 0 && !(await ledger.tombstoneOf(id))) problem(`${id}: has no ledger`)
    for (const { number, problem: what } of report.breaks)
      problem(number === 0 ? `${id}: ${what}` : `${id}: event ${number}: ${what}`)
  }
  const stones = (await ledger.tombstones()).filter(stone => !meeting || stone.meeting === meeting)
  for (const stone of stones) if (!stone.isGenuine) problem(`${stone.meeting}: its tombstone was altered`)
  const counted = `${meetings.length} ledgers, ${events} events, ${stones.length} tombstones`
  write(problems === 0 ? `valid: ${counted}\n` : `BROKEN in ${problems} places: ${counted}\n`)
  return problems === 0 ? 0 : 2
}
