/**
 * A live call of twenty users while others try to stop the service: adversarial files, commands of listeners,
 * recognition places held by silence, lost refresh answers, growth without signing in, a clock that is set back; each
 * alone, then all at once. The call loses no word and the event loop is never held up. `--only=1,3` picks attacks, `--together`
 * leaves the rounds of each alone out.
 */
import { admin } from '../e2e/support/server'
import { expectThat } from './lib/expect-that'
import { type Attack, attacks, type Scene } from './lib/hostile/attacks'
import { EventLoopWatch } from './lib/hostile/event-loop-watch'
import { HostileSite } from './lib/hostile/hostile-site'
import { Person } from './lib/hostile/person'
import { roundMs, SpokenCall } from './lib/hostile/spoken-call'

const LISTENERS = 19
const MAX_LOOP_DELAY_MS = 200
/** Beside other programs the loop is late without an attack too. */
const MAX_TIMES_QUIET = 2
const MAX_DURATION_ERROR_MS = 3_000
/** Two recognitions of the same sound may differ by a word where they were cut differently. */
const TOLERATED_WORDS = 2
const PASSWORD = 'a password for the soak alone'

if (process.platform !== 'linux') {
  process.stdout.write('hostile: needs Linux; nothing was run\n')
  process.exit(0)
}
const asked = process.argv
  .find(one => one.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
  .map(Number)
const chosen = attacks.filter((_, at) => !asked || asked.includes(at + 1))

/** A network error of `fetch` has its reason in its cause. */
async function resultOf({ name, run }: Attack, scene: Scene): Promise<string[]> {
  return run(scene).catch((error: Error & { cause?: Error }) => [
    [name, error.message, error.cause?.message].filter(Boolean).join(': '),
  ])
}

const site = await HostileSite.start()
try {
  const named = (name: string) => ({ email: `${name}@example.org`, password: PASSWORD })
  const names = ['mallory', 'bob', ...Array.from({ length: LISTENERS }, (_, at) => `user${at + 1}`)]
  for (const name of names) site.addAccount(named(name))
  const host = await Person.signIn(site.origin, admin)
  const people: Person[] = []
  for (const name of names) people.push(await Person.signIn(site.origin, named(name)))
  const [mallory, bob, ...listeners] = people
  const watch = new EventLoopWatch(site.origin)
  const call = await SpokenCall.start(host, listeners)
  let quietMs = 0

  /** For most of a round of speech; the rest is for what the attack leaves behind. */
  async function attack({ name, needs, run }: Attack): Promise<void> {
    const impossible = needs?.(site)
    if (impossible) return void process.stdout.write(`not run: ${name}: ${impossible}\n`)
    watch.takeLongestMs()
    const scene: Scene = {
      site,
      call,
      mallory: mallory!,
      bob: bob!,
      signal: AbortSignal.timeout(Math.round(roundMs * 0.8)),
    }
    const wrong = await resultOf({ name, run }, scene)
    await call.untilRoundEnds()
    expectThat(name, wrong.length === 0, [...new Set(wrong)].join('; ') || 'refused or without effect')
    const delayMs = Math.round(watch.takeLongestMs())
    const maxMs = Math.max(MAX_LOOP_DELAY_MS, quietMs * MAX_TIMES_QUIET)
    expectThat(`${name}: event loop`, delayMs < maxMs, `${delayMs} ms at most`)
  }

  // The first round loads the models, the second is what the others are compared with.
  await call.untilRoundEnds()
  watch.takeLongestMs()
  await call.untilRoundEnds()
  quietMs = Math.round(watch.takeLongestMs())
  process.stdout.write(`quiet: event loop ${quietMs} ms at most\n`)
  if (!process.argv.includes('--together')) for (const one of chosen) await attack(one)
  const together = chosen.filter(({ needs }) => !needs?.(site))
  await attack({
    name: 'all at once',
    run: async scene => (await Promise.all(together.map(one => resultOf(one, scene)))).flat(),
  })
  await watch.stop()

  const result = await call.end()
  const lengthMs = call.lengthMs
  const [, quiet, ...attacked] = result.wrongWords
  const summary = `${quiet} wrong words in the quiet round, ${attacked.join(', ')} in the others`
  expectThat('the call loses no word', Math.max(...attacked) <= quiet! + TOLERATED_WORDS, summary)
  expectThat('every line that was announced is kept', result.notKept === 0, `${result.notKept} are not`)
  const missingWords = Object.keys(result.missingWords).length
  expectThat(
    `each of ${LISTENERS} listeners got every line`,
    missingWords === 0,
    JSON.stringify(result.missingWords),
  )
  expectThat('no sound was dropped', result.lostMs === 0, `${result.lostMs} ms`)
  const wrongMs = Math.abs(result.durationMs - lengthMs)
  const seconds = [result.durationMs, lengthMs].map(ms => (ms / 1000).toFixed(1))
  expectThat('its duration is that of the call', wrongMs < MAX_DURATION_ERROR_MS, seconds.join(' of '))
  expectThat('it has ended', result.status === 'CallEnded', result.status)
  expectThat('the process lives', site.server.child.exitCode === null, `${site.descriptors} descriptors`)
} finally {
  expectThat('it ends when asked to', (await site.stop()) === 0, 'SIGTERM')
}
process.exit()
