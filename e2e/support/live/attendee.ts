import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { encodeAudioMessage } from '@livetap/contract'
import { liveAddress } from '@livetap/contract/calls/live-meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect } from '@playwright/test'
import { WebSocket } from 'ws'
import type { SignedInState } from '../sign-in'
import { bearerOf } from './live-meeting'

const FRAME_SAMPLES = 64 * SAMPLES_PER_MS
const ATTENDEE_CSI = 7

/** A user in the same meeting over another network, without a browser. Returns how to speak, and how to leave. */
export async function attend(origin: string, state: SignedInState, meetingId: string) {
  const answer = await fetch(origin + pathOf(liveAddress, { id: meetingId }), { headers: bearerOf(state) })
  expect(answer.status).toBe(200)
  const address = new URL(((await answer.json()) as { live_addr: string }).live_addr)
  address.host = new URL(origin).host
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('message', resolve)
    socket.once('error', reject)
  })
  const speak = (pcm: Int16Array): void => {
    for (let at = 0; at < pcm.length; at += FRAME_SAMPLES) {
      const bytes = new Uint8Array(pcm.slice(at, at + FRAME_SAMPLES).buffer)
      socket.send(
        encodeAudioMessage({
          audio_content: bytes,
          is_gzipped: false,
          sample_rate_hertz: SAMPLE_RATE_HZ,
          language_code: 'en-US',
          csi: ATTENDEE_CSI,
        }),
      )
    }
  }
  return {
    speak,
    /** Resolves when the room has it. */
    say: async (pcm: Int16Array): Promise<void> => {
      const received = new Promise<void>(resolve => {
        const look = (message: Buffer) => {
          if ((JSON.parse(message.toString()) as { type: string }).type !== 'pong') return
          socket.off('message', look)
          resolve()
        }
        socket.on('message', look)
      })
      speak(pcm)
      socket.send(JSON.stringify({ type: 'ping', meeting: meetingId, ts: Date.now() }))
      await received
    },
    leave: () => socket.terminate(),
  }
}
