/**
 * The past meeting of the shipped build at 1, 4 and 10 hours, in turn with a page that does the same by hand, an empty
 * page and hyperaudio-lite with the same data. `-- replay --hours=10 --rounds=2 --no-peer` measures a part of it.
 */
import { longMeeting } from '@livetap/transcript/testing'
import { chromium } from '@playwright/test'
import { browserOptions } from '../e2e/support/browser/chromium'
import { seed } from '../e2e/support/past/past-meetings'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { ReplayMaterial } from './lib/replay/material'
import { measureReplay } from './lib/replay/measure-replay'
import { options } from './lib/replay/options'
import { ownScriptKb } from './lib/replay/ours'
import { beforePage } from './lib/replay/page-meters'
import { servePages } from './lib/replay/page-server'
import { replayMeasures } from './lib/replay/table'
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
  const measures: Measure[] = []
  for (const { hours, utterances } of options.lengths) {
    const durationMs = utterances * UTTERANCE_MS
    const id = `long-${hours}`
    const audio = material.audio(Math.ceil(durationMs / 1000))
    const peaks = material.peaks(durationMs)
    const spoken = longMeeting(utterances)
    await seed(server, [{ id, title: `${hours} h`, durationMs, utterances: spoken, audio, peaks }])
    // A session of its own: that of a length before may have expired meanwhile.
    const storageState = await newSignedInState(browser, server.origin)
    const context = await browser.newContext({
      baseURL: server.origin,
      storageState,
      viewport: { width: 1440, height: 900 },
    })
    await context.addInitScript(beforePage)
    const pages = await servePages(spoken, audio)
    try {
      const figures = await measureReplay(context, { id, durationMs, pages, isShort: hours === 1 })
      measures.push(...replayMeasures(hours, figures))
    } finally {
      await pages.close()
    }
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
