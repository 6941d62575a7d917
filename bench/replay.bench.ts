/**
 * The past meeting of the shipped build at 1, 4 and 10 hours, beside hyperaudio-lite with the same data.
 * `-- replay --hours=10 --rounds=2 --no-peer` measures a part of it.
 */
import { longMeeting } from '@livetap/transcript/testing'
import { chromium } from '@playwright/test'
import { browserOptions } from '../e2e/support/chromium'
import { seed } from '../e2e/support/past-meetings'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { beforePage } from './lib/page-meters'
import { noFigures } from './lib/replay-figures'
import { ReplayMaterial } from './lib/replay-material'
import { options } from './lib/replay-options'
import { measureOurs, measureToPlay, ownScriptKb } from './lib/replay-ours'
import { measurePeer } from './lib/replay-peer'
import { replayMeasures } from './lib/replay-table'
import { type Measure, report } from './lib/report'

const OWN_SCRIPT_KB = 100
const UTTERANCE_MS = 3600

const material = new ReplayMaterial()
const server = await TestServer.start()
const browser = await chromium.launch({
  ...browserOptions.launchOptions,
  args: [...browserOptions.launchOptions.args, '--autoplay-policy=no-user-gesture-required'],
})
try {
  const storageState = await newSignedInState(browser, server.origin)
  const measures: Measure[] = []
  for (const { hours, utterances } of options.lengths) {
    const durationMs = utterances * UTTERANCE_MS
    const id = `long-${hours}`
    const audio = material.audio(Math.ceil(durationMs / 1000))
    const peaks = material.peaks(durationMs)
    await seed(server, [
      { id, title: `${hours} h`, durationMs, utterances: longMeeting(utterances), audio, peaks },
    ])
    const context = await browser.newContext({
      baseURL: server.origin,
      storageState,
      viewport: { width: 1440, height: 900 },
    })
    await context.addInitScript(beforePage)
    const ours = noFigures()
    const peer = noFigures()
    await measureOurs(context, { id, durationMs }, ours)
    if (hours === 1) ours.toPlay.push(...(await measureToPlay(context, id)))
    if (options.hasPeer) await measurePeer(browser, { utterances, durationMs, audio }, peer)
    measures.push(...replayMeasures(hours, ours, peer))
    if (hours === 1) {
      const samples = [await ownScriptKb(context, id)]
      const bar = { atMost: OWN_SCRIPT_KB }
      measures.push({ name: "this screen's own JavaScript, gzip", unit: 'kB', samples, bar })
    }
    await context.close()
  }
  report('replay', measures, { isKept: !options.isPart })
} finally {
  await browser.close()
  await server.stop()
  material.remove()
}
