import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MixedFleet } from './lib/mixed-fleet'
import { bundleOf, bundleOfToday, historyMissing, RELEASES, type ReleaseBundle } from './lib/release-bundles'
import { compareSpoken, speakingMeeting } from './lib/upgrade-lives'

const skipReason = historyMissing(RELEASES.mixedFleets)
const WORDS = 5

describe.skipIf(skipReason)('an upgrade of a mixed fleet', { meta: { skipReason, optional: true } }, () => {
  let before: ReleaseBundle
  let today: ReleaseBundle
  let fleet: MixedFleet
  beforeAll(async () => {
    ;[before, today, fleet] = await Promise.all([
      bundleOf(RELEASES.mixedFleets),
      bundleOfToday(),
      MixedFleet.start(),
    ])
  })
  afterAll(async () => {
    await fleet?.remove()
    before?.remove()
    today?.remove()
  })

  test('a node of the tagged release goes on while later ones start, hands its meeting over and can be started again', async () => {
    const old = await fleet.startNode('old', before)
    const meeting = await speakingMeeting(fleet)
    const untilSaid = (more: number) => {
      const until = meeting.words() + more
      return vi.waitFor(() => expect(meeting.words()).toBeGreaterThanOrEqual(until), { timeout: 60_000 })
    }
    const isAt = ({ origin }: { origin: string }) =>
      vi.waitFor(() => expect(meeting.node()).toBe(new URL(origin).port), { timeout: 60_000 })
    await untilSaid(WORDS)

    // It applies today's migrations, under the other's feet.
    const next = await fleet.startNode('next', today)
    await untilSaid(WORDS)
    await isAt(old)
    expect(meeting.cuts).toEqual([])

    fleet.gateways.reverse()
    expect(await fleet.stopNode(old)).toBe(0)
    await isAt(next)
    await untilSaid(WORDS)

    // As where an upgrade is taken back.
    const back = await fleet.startNode('back', before)
    expect(await fleet.stopNode(next)).toBe(0)
    await isAt(back)
    await untilSaid(WORDS)

    const words = await meeting.finish()
    expect(await compareSpoken(meeting, words), fleet.output()).toEqual({ lost: [], doubled: [], broken: [] })
    expect(meeting.lostMs()).toBe(0)
    meeting.close()
  })
})
