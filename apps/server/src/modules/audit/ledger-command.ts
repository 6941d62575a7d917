import { loadConfig } from '../../platform/config/config'
import { openCommandDatabase } from '../../platform/db/command-database'
import { loadSecret } from '../../platform/secret/secret'
import { startProblem } from '../../platform/start-problem'
import { LedgerSeal, type LedgerStore, openLedger } from '../events'
import { AuditStore } from './audit.store'
import { AuditChainsStore } from './audit-chains.store'
import { AuditCheckStore } from './audit-check.store'

const USAGE = `npm run ledger -- verify [MEETING]   checks the hash chains of every ledger and of the audit log, or of one meeting's ledger
npm run ledger -- erase PERSON        takes a name or e-mail address out of every ledger and the audit log; the chains stay valid
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
      const secret = loadSecret(config)
      const db = database.kysely
      const ledger = openLedger(db, secret)
      if (verb === 'erase') {
        around.write(`erased from ${await ledger.erasePerson(subject!)} ledger events\n`)
        around.write(`erased from ${await new AuditStore(db).erasePerson(subject!)} audit entries\n`)
        return 0
      }
      const seal = new LedgerSeal(secret, 'audit log')
      const audit = { chains: new AuditChainsStore(db, { seal }), check: new AuditCheckStore(db, { seal }) }
      const isValid = await verify(ledger, subject, around.write)
      const isAuditValid = subject !== undefined || (await verifyAudit(audit, around.write))
      return isValid && isAuditValid ? 0 : 2
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
  return problems === 0
}

interface AuditStores {
  chains: AuditChainsStore
  check: AuditCheckStore
}

/** What a killed node has left is linked first: what has no place in a chain then was put in. */
async function verifyAudit({ chains, check }: AuditStores, write: (text: string) => void): Promise<boolean> {
  for (const chain of await chains.waiting()) await chains.link(chain)
  const all = await check.chains()
  let entries = 0
  let tombstones = 0
  let problems = 0
  const problem = (text: string) => {
    problems += 1
    write(`${text}\n`)
  }
  for (const { number, problem: what } of await check.registry())
    problem(number === 0 ? `audit: ${what}` : `audit: chain ${number}: ${what}`)
  for (const chain of all) {
    const report = await check.verify(chain)
    entries += report.entries
    if (report.isRemoved) tombstones += 1
    for (const { number, problem: what } of report.breaks)
      problem(number === 0 ? `${chain}: ${what}` : `${chain}: entry ${number}: ${what}`)
  }
  const counted = `${all.length} audit chains, ${entries} entries, ${tombstones} tombstones`
  write(problems === 0 ? `valid: ${counted}\n` : `BROKEN in ${problems} places: ${counted}\n`)
  return problems === 0
}
