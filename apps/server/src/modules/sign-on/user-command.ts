import { loadConfig } from '../../platform/config/config'
import { startProblem } from '../../platform/start-problem'
import { AccountError } from './account.service'
import { openAccounts } from './accounts'
import { openCommandDatabase } from './command-database'
import { generatePassword } from './generated-password'
import { askPassword } from './password-prompt'

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

async function run(args: string[]): Promise<void> {
  const flags = args.filter(arg => arg.startsWith('--'))
  const [verb, email, ...rest] = args.filter(arg => !arg.startsWith('--'))
  const unknownFlag = flags.some(flag => flag !== '--password-stdin')
  if (!isVerb(verb) || !email || rest.length > 0 || unknownFlag) {
    process.stderr.write(USAGE)
    process.exitCode = 1
    return
  }
  const typed = verb === 'disable' ? '' : await askPassword(flags.includes('--password-stdin'))
  const password = typed || generatePassword()

  const database = await openCommandDatabase(loadConfig(process.env, process.cwd()))
  try {
    const { accounts } = openAccounts(database.kysely)
    if (verb === 'disable') await accounts.disable(email)
    else await accounts[verb === 'add' ? 'add' : 'setPassword'](email, password)
  } finally {
    await database.close()
  }
  process.stdout.write(`${email} ${done[verb]}\n`)
  if (verb !== 'disable' && !typed) process.stdout.write(`password: ${password}\n`)
}

const isVerb = (given: string | undefined): given is Verb => verbs.some(verb => verb === given)

run(process.argv.slice(2)).catch(error => {
  const expected = error instanceof AccountError
  process.stderr.write(
    `${expected ? error.message : startProblem(error).replace('Livetap cannot start: ', '')}\n`,
  )
  process.exitCode = 1
})
