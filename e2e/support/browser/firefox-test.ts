import type { Browser } from 'puppeteer-core'
import { test as base } from '../live/speaking'
import { launchFirefox, missingForFirefox } from './firefox'
import { SoundServer } from './sound-server'

interface Fixtures {
  sound: SoundServer
  /** Firefox itself, its microphone and its loudspeaker being those of `sound`. */
  firefox: Browser
}

/** Where it cannot be had the test is skipped, which fails no run. */
export const test = base.extend<Fixtures>({
  sound: async ({ serverFor: _ }, use, info) => {
    info.annotations.push({ type: 'optional' })
    const missing = missingForFirefox()
    info.skip(missing !== undefined, missing ?? '')
    const sound = await SoundServer.start().catch((error: Error) => error)
    if (sound instanceof Error) return info.skip(true, `PulseAudio does not start here: ${firstLine(sound)}`)
    try {
      await use(sound)
    } finally {
      await sound.stop()
    }
  },

  firefox: async ({ sound }, use, info) => {
    const firefox = await launchFirefox(sound.env).catch((error: Error) => error)
    if (firefox instanceof Error) return info.skip(true, `Firefox does not start here: ${firstLine(firefox)}`)
    try {
      await use(firefox)
    } finally {
      await firefox.close()
    }
  },
})

const firstLine = ({ message }: Error): string => message.split('\n')[0]!

export { expect } from '../live/speaking'
