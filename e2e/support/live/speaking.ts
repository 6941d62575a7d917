import { writeFileSync } from 'node:fs'
import { concatPcm } from '@livetap/audio'
import { writeWav } from '@livetap/audio/testing'
import { silence } from '@livetap/speech/testing'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { browserFlags, browserOptions } from '../browser/chromium'
import { endRoutes, watchContext } from '../browser/problems'
import { test as base, expect } from '../test'

/** The microphone plays from the moment it is opened, and a busy machine takes a while to listen. */
export const SILENCE_BEFORE_SPEECH_SECONDS = 3
export const SILENCE_BETWEEN_SECONDS = 1.2

export interface SpeakOptions extends BrowserContextOptions {
  /** Another address than the worker's server, with a session of its own. */
  origin?: string
  storage?: BrowserContextOptions['storageState']
  /** Else the browser refuses the microphone. */
  allowed?: boolean
}

interface Fixtures {
  /**
   * A page of a browser whose microphone plays these recordings once, a moment of silence before and after them. The
   * browser is the test's own: what its microphone plays is given at its start.
   */
  speak: (parts: Int16Array[], options?: SpeakOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  speak: async ({ server, signedInState }, use, testInfo) => {
    const closing: (() => Promise<void>)[] = []
    await use(async (parts, { origin = server.origin, storage, allowed = true, ...options } = {}) => {
      const wav = testInfo.outputPath(`microphone-${closing.length}.wav`)
      const sound = [
        silence(SILENCE_BEFORE_SPEECH_SECONDS),
        ...parts.flatMap(part => [part, silence(SILENCE_BETWEEN_SECONDS)]),
        silence(2),
      ]
      writeFileSync(wav, writeWav(concatPcm(sound)))
      const browser = await chromium.launch({
        ...browserOptions.launchOptions,
        args: [
          ...browserFlags,
          '--use-fake-device-for-media-stream',
          `--use-fake-ui-for-media-stream${allowed ? '' : '=deny'}`,
          `--use-file-for-fake-audio-capture=${wav}%noloop`,
        ],
      })
      const context = await browser.newContext({
        baseURL: origin,
        storageState: storage ?? (await signedInState()),
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        // Everything that is not among them is refused.
        permissions: [...(allowed ? ['microphone'] : []), 'clipboard-write'],
        ...options,
      })
      const problems = await watchContext(context)
      closing.push(async () => {
        await endRoutes(context)
        await browser.close()
        expect(problems.found, 'CSP violations and uncaught errors').toEqual([])
      })
      return await context.newPage()
    })
    for (const close of closing) await close()
  },
})

export { expect }
