import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '@livetap/contract'
import type { Account, TestServer } from '../server'

const program = fileURLToPath(new URL('../../../apps/server/dist/user.js', import.meta.url))
const commandMs = 60_000

/** By the command that an operator of the machine has. */
async function command(server: TestServer, args: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: commandMs,
    env: { ...process.env, LIVETAP_DATA: join(server.dataDir, 'data') },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  child.stdin.end(input)
  const code = await new Promise(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`)
}

/** An account of that role in the running server. */
export async function addAccount(server: TestServer, email: string, role: Role): Promise<Account> {
  const account = { email, password: `a long password of the ${role}` }
  await command(server, ['add', email, '--password-stdin'], `${account.password}\n`)
  await command(server, ['role', email, role])
  return account
}
