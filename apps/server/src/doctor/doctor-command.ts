import { type Config, loadConfig } from '../platform/config/config'
import { ConfigError } from '../platform/config/config-error'
import { installation } from '../platform/installation'
import { startProblem } from '../platform/start-problem'
import { waitAtMost } from '../platform/wait-at-most'
import { checkDatabase } from './check-database'
import { checkDisk, checkModes, checkStorage } from './check-files'
import { checkMachine, checkMediaTools, checkWeights } from './check-machine'
import { checkCertificate, checkPort, checkRedis } from './check-network'
import { type Finding, reasonOf } from './finding'

const USAGE = `npm run doctor                      checks this installation, running or not, and says what to do
npm run doctor -- --json            the same for programs
npm run doctor -- --min-free-gb=N   wants at least so much space for recordings (default 5)

It exits with 1 when something is to be done. It reads the variables that the server reads: give it the same.
`
const CHECK_MS = 15_000
const MIN_FREE_GB = 5

export interface DoctorSurroundings {
  env: Record<string, string | undefined>
  cwd: string
  write(text: string): void
  writeProblem(text: string): void
}

/** Answers the exit code: 0 when there is nothing to do. */
export async function runDoctor(args: string[], around: DoctorSurroundings): Promise<number> {
  const { env, cwd, write, writeProblem } = around
  const freeArgument = args.find(arg => arg.startsWith('--min-free-gb='))
  const minFreeGb =
    freeArgument === undefined ? MIN_FREE_GB : Number(freeArgument.split('=')[1] || Number.NaN)
  const unknown = args.filter(arg => arg !== '--json' && arg !== freeArgument)
  if (unknown.length > 0 || !(minFreeGb >= 0)) {
    writeProblem(USAGE)
    return 1
  }
  const findings = await examine(env, cwd, minFreeGb * 2 ** 30)
  const problems = findings.filter(({ todo }) => todo !== undefined)
  if (args.includes('--json'))
    write(`${JSON.stringify({ ok: problems.length === 0, findings }, undefined, 2)}\n`)
  else {
    for (const { check, found, todo } of findings) {
      write(`${todo === undefined ? 'ok   ' : 'WRONG'}  ${check.padEnd(15)} ${found}\n`)
      if (todo !== undefined) write(`                       do: ${todo}\n`)
    }
    write(problems.length === 0 ? 'Nothing is to be done.\n' : `To be done: ${problems.length}\n`)
  }
  return problems.length === 0 ? 0 : 1
}

async function examine(
  env: DoctorSurroundings['env'],
  cwd: string,
  minFreeBytes: number,
): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(env, cwd)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const found = startProblem(error).replace('Livetap cannot start: ', '')
    return [{ check: 'configuration', found, todo: 'set that variable right: README, "Configuration"' }]
  }
  const checks: [name: string, check: () => Promise<Finding[]> | Finding[]][] = [
    ['machine', checkMachine],
    ['data folder', () => checkModes(config)],
    ['disk', () => checkDisk(config, minFreeBytes)],
    ['database', () => checkDatabase(config)],
    ['storage', () => checkStorage(config)],
    ['redis', () => checkRedis(config)],
    ['port', () => checkPort(config)],
    ['certificate', () => checkCertificate(config)],
    ['ffmpeg', () => checkMediaTools(env.PATH)],
    ['speech weights', () => checkWeights(config, env as NodeJS.ProcessEnv)],
  ]
  const configured: Finding = {
    check: 'configuration',
    found: `valid; role ${config.role}, release ${installation.version}`,
  }
  const found = await Promise.all(checks.map(([name, check]) => bounded(name, check)))
  return [configured, ...found.flat()]
}

/** No check keeps the others from being shown. */
async function bounded(name: string, check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  let findings: Finding[] = [
    { check: name, found: `no answer in ${CHECK_MS / 1_000} s`, todo: 'find out what it waits for' },
  ]
  const running = (async () => check())().then(
    found => {
      findings = found
    },
    error => {
      findings = [{ check: name, found: `cannot be checked: ${reasonOf(error)}`, todo: 'mend this first' }]
    },
  )
  await waitAtMost(CHECK_MS, running)
  return findings
}
