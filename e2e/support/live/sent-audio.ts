import { decodeAudioMessage } from '@livetap/contract'
import { expect, type Page } from '@playwright/test'

const bytesPerSecond = 32_000

/**
 * Waits until the page has sent so many seconds of its microphone. What the screen shows of them is no measure: a busy
 * engine leaves interims out. Begin to watch before the page speaks.
 */
export function watchSentAudio(page: Page): (seconds: number) => Promise<void> {
  let sentBytes = 0
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      sentBytes += audioBytes(payload)
    }),
  )
  return async seconds =>
    await expect
      .poll(() => sentBytes / bytesPerSecond, { timeout: 90_000, intervals: [50] })
      .toBeGreaterThanOrEqual(seconds)
}

/** Of a live meeting in binary messages, of the ASR proxy in JSON. */
function audioBytes(payload: string | Buffer): number {
  if (typeof payload !== 'string') return decodeAudioMessage(new Uint8Array(payload)).audio_content.length
  const { audio_content: base64 } = JSON.parse(payload) as { audio_content?: string }
  return base64 === undefined ? 0 : Buffer.byteLength(base64, 'base64')
}
