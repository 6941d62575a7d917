import { EngineRegistry } from '@livetap/speech'
import { expect, test, vi } from 'vitest'
import { SpokenScript, sentences } from './modules/live-room/testing/spoken-script'
import { fuzz } from './testing/fuzz/fuzz'
import { pastMeeting, utteranceAt } from './testing/meetings/past-meeting'
import { testServer } from './testing/test-server'

/** A sample for every run; `npm run soak -- fuzz` sends a hundred thousand. */
const INPUTS = Number(process.env.LIVETAP_FUZZ_INPUTS ?? 400)
const SEED = Number(process.env.LIVETAP_FUZZ_SEED ?? 20_260_304)

test(`ACC-17 ${INPUTS} hostile inputs (seed ${SEED}) to every call and socket: no 5xx, no crash, errors in the contract’s shape`, async () => {
  const engine = new SpokenScript({ segments: sentences('one', 'two') })
  const server = await testServer({
    env: { LIVETAP_TRUSTED_PROXIES: 'loopback' },
    engines: new EngineRegistry([engine]),
  })
  const utterances = ['we ship on Friday', 'call the vendor'].map((text, at) => utteranceAt(at * 5000, text))
  const past = await pastMeeting(server, { utterances })
  const sessionId = 'fuzz'
  const report = await fuzz({
    origin: server.url,
    authorization: server.bearer({ sessionId }).authorization,
    engine: engine.name,
    seed: SEED,
    inputs: INPUTS,
    known: { id: [past, past], utteranceId: utterances.map(({ id }) => id) },
    sign: path => server.app.signedUrls.sign(path, { sessionId, lifetimeMs: 60_000 }),
  })
  process.stdout.write(`fuzz: ${JSON.stringify(report.answers)}\n`)
  expect(report.faults).toEqual([])
  expect(report.inputs).toBeGreaterThanOrEqual(INPUTS)
  // Enough of them got past the first checks.
  expect(report.answers[200]).toBeGreaterThan(INPUTS / 20)
  await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200))
})
