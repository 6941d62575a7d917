/**
 * A mixed fleet is upgraded node by node, from the release before migrations said who may run beside them: a live meeting
 * and uploads go on all the while, and nothing that was acknowledged is lost or doubled.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { dropMeeting } from '@livetap/contract/calls/live-meetings'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { expectThat } from './lib/expect-that'
import { MixedFleet } from './lib/mixed-fleet'
import { bundleOf, bundleOfToday, historyMissing, RELEASES } from './lib/release-bundles'
import { compareSpoken, slowUpload, speakingMeeting } from './lib/upgrade-lives'

const MOVED = 4409
const MOVED_WITHIN_MS = 3_000
const SETTLED_MS = 240_000
/** Words of the meeting between two steps. */
const STEP_WORDS = 15

const missing = historyMissing(RELEASES.withoutCompatible)
if (missing) {
  process.stdout.write(`skipped: ${missing}\n`)
  process.exit(0)
}
const [before, today] = [await bundleOf(RELEASES.withoutCompatible), await bundleOfToday()]
const fleet = await MixedFleet.start()
try {
  const oldOne = await fleet.startNode('old-1', before)
  const oldTwo = await fleet.startNode('old-2', before)
  const oldWorker = await fleet.startNode('old-worker', before, 'worker')
  const meeting = await speakingMeeting(fleet)
  const uploads = [slowUpload(fleet, 1_500), slowUpload(fleet, 3_000)]
  const exits: (number | null)[] = []
  const portOf = ({ origin }: { origin: string }) => new URL(origin).port
  const step = async (name: string, act: () => Promise<unknown>) => {
    const words = meeting.words()
    while (meeting.words() < words + STEP_WORDS) await wait(100)
    const cuts = meeting.cuts.length
    await act()
    const now = meeting.cuts.slice(cuts).map(({ code, ms }) => `${code} after ${ms} ms`)
    process.stdout.write(`${name}: meeting at ${meeting.node()}, cuts ${now.join(', ') || 'none'}\n`)
  }
  const moved = async (node: Parameters<typeof portOf>[0]) => {
    const deadline = performance.now() + 30_000
    while (meeting.node() !== portOf(node) && performance.now() < deadline) await wait(50)
    expectThat(`the meeting goes on at ${portOf(node)}`, meeting.node() === portOf(node), meeting.node())
  }
  let newOne!: Awaited<ReturnType<typeof fleet.startNode>>
  let newTwo!: typeof newOne
  await step('a node of today starts beside two of the release before', async () => {
    newOne = await fleet.startNode('new-1', today)
  })
  await step('the first of the release before stops', async () => {
    // Its clients are led to the node of today.
    fleet.gateways.reverse()
    exits.push(await fleet.stopNode(oldOne))
    await moved(newOne)
  })
  await step('the worker of the release before is replaced', async () => {
    await fleet.startNode('new-worker', today, 'worker')
    exits.push(await fleet.stopNode(oldWorker))
  })
  await step(
    'the node of today hands over to the release before, as when an upgrade is taken back',
    async () => {
      exits.push(await fleet.stopNode(newOne))
      await moved(oldTwo)
    },
  )
  await step('another node of today starts', async () => {
    newTwo = await fleet.startNode('new-2', today)
  })
  await step('the last of the release before stops', async () => {
    exits.push(await fleet.stopNode(oldTwo))
    await moved(newTwo)
  })
  await step('the upgrade is done: a node of today hands over to another', async () => {
    const newThree = await fleet.startNode('new-3', today)
    exits.push(await fleet.stopNode(newTwo))
    await moved(newThree)
  })

  const words = await meeting.finish()
  const { lost, doubled, broken } = await compareSpoken(meeting, words)
  expectThat('no word is lost', lost.length === 0, `${lost.join(' ') || `${words} words`}`)
  expectThat('no word is doubled', doubled.length === 0, doubled.join(' ') || 'none')
  expectThat('no word is cut in two', broken.length === 0, broken.join(' ') || 'none')
  expectThat('the client dropped no sound', meeting.lostMs() === 0, `${meeting.lostMs()} ms`)
  const slow = meeting.cuts.filter(({ code, ms }) => code === MOVED && ms > MOVED_WITHIN_MS)
  const handed = meeting.cuts.filter(({ code }) => code === MOVED)
  expectThat(
    `a room that is handed over has its client back within ${MOVED_WITHIN_MS} ms`,
    handed.length === 2 && slow.length === 0,
    handed.map(({ ms }) => `${ms} ms`).join(', '),
  )
  expectThat(
    'each node ended in good order',
    exits.every(code => code === 0),
    exits.join(' '),
  )

  await fleet.call(dropMeeting, { params: { id: meeting.id } })
  meeting.close()
  const sent = await Promise.all(uploads)
  expectThat(
    'no acknowledged byte of an upload is lost',
    sent.every(({ lost }) => lost === 0),
    `${sent.length} uploads`,
  )
  for (const id of [meeting.id, ...sent.map(upload => upload.id)]) {
    let state = { status: '', stage: '', error: null as string | null }
    const until = performance.now() + SETTLED_MS
    while (state.status !== 'CallEnded' && performance.now() < until) {
      state = await fleet.json(getMeeting, { params: { id } })
      await wait(300)
    }
    expectThat(
      `${id} is complete`,
      state.status === 'CallEnded',
      `${state.status} ${state.stage} ${state.error ?? ''}`,
    )
  }
  if (process.exitCode) process.stdout.write(`${fleet.output()}\n`)
} finally {
  await fleet.remove()
  before.remove()
  today.remove()
}
