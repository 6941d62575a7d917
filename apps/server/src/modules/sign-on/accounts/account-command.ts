import { type Config, loadConfig } from '../../../platform/config/config'
import { openCommandDatabase } from '../../../platform/db/command-database'
import { ServiceError } from '../../../platform/service-error'
import { startProblem } from '../../../platform/start-problem'
import { openAccounts } from './accounts'
import { generatePassword } from './generated-password'

const USAGE = `npm run user -- add EMAIL        makes an account
npm run user -- password EMAIL   sets its password, ends its sessions, enables it again
npm run user -- disable EMAIL    disables it and ends its sessions at once

The password is asked for; an empty one, or no terminal to ask at, makes one and prints it.
--password-stdin reads it from standard input.
`

const verbs = ['add', 'password', 'disable'] as const
type Verb = (typeof verbs)[number]

const done: Record<Verb, string> = {
  add: 'has an account now',
  password: 'has a new password; its sessions are ended',
  disable: 'is disabled; its sessions are ended',
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
  if (!isVerb(verb) || !email || rest.length > 0 || flags.length > (fromStdin ? 1 : 0)) {
    around.writeProblem(USAGE)
    return 1
  }
  try {
    const config = loadConfig(around.env, around.cwd)
    const typed = verb === 'disable' ? '' : await around.askPassword(fromStdin)
    const password = typed || generatePassword()
    await change(config, verb, email, password)
    around.write(`${email} ${done[verb]}\n`)
    if (verb !== 'disable' && !typed) around.write(`password: ${password}\n`)
    return 0
  } catch (error) {
    const expected = error instanceof ServiceError
    around.writeProblem(
      `${expected ? error.message : startProblem(error).replace('Livetap cannot start: ', '')}\n`,
    )
    return 1
  }
}

async function change(config: Config, verb: Verb, email: string, password: string): Promise<void> {
  const database = await openCommandDatabase(config)
  try {
    const { accounts } = openAccounts(database.kysely)
    if (verb === 'add') await accounts.add(email, password)
    else if (verb === 'password') await accounts.setPassword(email, password)
    else await accounts.disable(email)
  } finally {
    await database.close()
  }
}

const isVerb = (given: string | undefined): given is Verb => verbs.some(verb => verb === given)
