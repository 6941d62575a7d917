import { type Role, roles } from '@livetap/contract'
import { openBus } from '../../../platform/bus/open-bus'
import { type Config, loadConfig } from '../../../platform/config/config'
import { openCommandDatabase } from '../../../platform/db/command-database'
import { createLog } from '../../../platform/log/log'
import { newProcessIdentity } from '../../../platform/process-identity'
import { findSecret } from '../../../platform/secret/secret'
import { ServiceError } from '../../../platform/service-error'
import { startProblem } from '../../../platform/start-problem'
import { withCommandEntry } from '../../audit'
import { type AccountReport, createAccountReport } from './account-report.store'
import { accountsText, sessionsText } from './account-tables'
import { openAccounts } from './accounts'
import { generatePassword } from './generated-password'

const USAGE = `npm run user -- add EMAIL        makes an account
npm run user -- password EMAIL   sets its password, ends its sessions, enables it again
npm run user -- disable EMAIL    disables it and ends its sessions at once
npm run user -- list             lists the accounts
npm run user -- sessions         lists the sessions that go on
npm run user -- role EMAIL ROLE  gives it a role: ${roles.join(', ')}

The password is asked for; an empty one, or no terminal to ask at, makes one and prints it.
--password-stdin reads it from standard input.
`

const verbs = ['add', 'password', 'disable', 'role'] as const
type Verb = (typeof verbs)[number]

const done: Record<Verb, string> = {
  add: 'has an account now',
  password: 'has a new password; its sessions are ended',
  disable: 'is disabled; its sessions are ended',
  role: 'has its role now',
}

const reports: Record<string, (report: AccountReport) => Promise<string>> = {
  list: accountsText,
  sessions: sessionsText,
}

export interface CommandSurroundings {
  env: Record<string, string | undefined>
  cwd: string
  askPassword(fromStdin: boolean): Promise<string>
  write(text: string): void
  writeProblem(text: string): void
}

/** Answers the exit code. */
export async function runAccountCommand(args: string[], around: CommandSurroundings): Promise<number> {
  const flags = args.filter(arg => arg.startsWith('--'))
  const [verb, email, ...rest] = args.filter(arg => !arg.startsWith('--'))
  const fromStdin = flags.includes('--password-stdin')
  const report = args.length === 1 ? reports[args[0]!] : undefined
  if (report) return await answered(around, config => printed(config, report))
  const given = verb === 'role' ? rest.shift() : undefined
  const role = roles.find(one => one === given)
  const isComplete = isVerb(verb) && email && rest.length === 0 && (verb !== 'role' || role)
  if (!isComplete || flags.length > (fromStdin ? 1 : 0)) {
    around.writeProblem(USAGE)
    return 1
  }
  return await answered(around, async config => {
    const isWithPassword = verb === 'add' || verb === 'password'
    const typed = isWithPassword ? await around.askPassword(fromStdin) : ''
    const password = typed || generatePassword()
    await change(config, email, verb === 'role' ? role! : verb, password)
    const shown = isWithPassword && !typed ? `password: ${password}\n` : ''
    return `${email} ${done[verb]}\n${shown}`
  })
}

/** Writes the answer of an action, or the reason for its absence. */
async function answered(
  { env, cwd, write, writeProblem }: CommandSurroundings,
  action: (config: Config) => Promise<string>,
): Promise<number> {
  try {
    write(await action(loadConfig(env, cwd)))
    return 0
  } catch (error) {
    const expected = error instanceof ServiceError
    writeProblem(`${expected ? error.message : startProblem(error).replace('Livetap cannot start: ', '')}\n`)
    return 1
  }
}

async function printed(config: Config, report: (report: AccountReport) => Promise<string>): Promise<string> {
  const database = await openCommandDatabase(config)
  try {
    return await report(createAccountReport(database.kysely))
  } finally {
    await database.close()
  }
}

async function change(
  config: Config,
  email: string,
  wanted: Exclude<Verb, 'role'> | Role,
  password: string,
): Promise<void> {
  const database = await openCommandDatabase(config)
  const bus = await openBus({ config, database, pod: newProcessIdentity().pod, log: createLog('silent') })
  try {
    const { accounts } = openAccounts(database.kysely, bus)
    const audited = { db: database.kysely, secret: findSecret(config) }
    const verb = isVerb(wanted) ? wanted : 'role'
    await withCommandEntry(audited, actions[verb], async () => {
      if (wanted === 'add') await accounts.add(email, password)
      else if (wanted === 'password') await accounts.setPassword(email, password)
      else if (wanted === 'disable') await accounts.disable(email)
      else await accounts.setRole(email, wanted)
    })
    await bus.settled()
  } finally {
    await bus.close()
    await database.close()
  }
}

const actions = {
  add: 'account.create',
  password: 'account.password',
  disable: 'account.disable',
  role: 'account.change',
} as const

const isVerb = (given: string | undefined): given is Verb => verbs.some(verb => verb === given)
