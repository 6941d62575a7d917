import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeAudioMessage, texts } from '@livetap/contract'
import { drainNode, systemState } from '@livetap/contract/calls/system'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { startDatabaseServer } from '@livetap/server/testing'
import { loadRecording } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { watchTexts } from '../support/browser/watch-texts'
import { bearerOf, connection, createMeeting, enter } from '../support/live/live-meeting'
import { watchSentAudio } from '../support/live/sent-audio'
import { expect, test } from '../support/live/speaking'
import { TestServer } from '../support/server'
import { newSignedInState, type SignedInState } from '../support/sign-in'

// Two servers are started one after the other.
test.describe.configure({ timeout: 300_000 })

interface SeenSocket {
  port: string
  /** What the service says first: up to where it has the microphone's sound. */
  heldMs: number | undefined
  /** Where the first frame of sound begins. */
  sentFromMs: number | undefined
}

/** The sockets of a meeting, each with where its sound goes on. */
function watchSockets(page: Page): SeenSocket[] {
  const seen: SeenSocket[] = []
  page.on('websocket', socket => {
    const one: SeenSocket = { port: new URL(socket.url()).port, heldMs: undefined, sentFromMs: undefined }
    seen.push(one)
    socket.on('framereceived', ({ payload }) => {
      const { type, audio_received_millis } = JSON.parse(String(payload)) as {
        type: string
        audio_received_millis?: Record<string, number>
      }
      if (type === 'call_started') one.heldMs ??= audio_received_millis?.['0'] ?? 0
    })
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string') return
      one.sentFromMs ??= decodeAudioMessage(new Uint8Array(payload)).start_millis
    })
  })
  return seen
}

async function drainBusyNode(origin: string, state: SignedInState): Promise<void> {
  const headers = { ...bearerOf(state), 'content-type': 'application/json' }
  const answer = await fetch(origin + pathOf(systemState), { headers })
  const { nodes } = systemState.answer.parse(await answer.json())
  const busy = nodes.find(({ calls }) => calls > 0)!
  const drained = await fetch(origin + pathOf(drainNode, { pod: busy.pod }), {
    method: drainNode.method,
    headers,
    body: JSON.stringify({ draining: true }),
  })
  expect(drained.status).toBe(200)
}

test('LIV-21 while its meeting moves to another node a speaker reads that it reconnects, and nothing of a failure; the sound goes on where it was', async ({
  speak,
  browser,
}) => {
  const database = await startDatabaseServer()
  const storage = mkdtempSync(join(tmpdir(), 'livetap-e2e-storage-'))
  const env = {
    DATABASE_URL: database.url,
    LIVETAP_STORAGE: storage,
    LIVETAP_SECRET: 'one secret for both of the nodes',
  }
  const one = await TestServer.start({ env })
  const two = await TestServer.start({ env })
  try {
    const state = await newSignedInState(browser, one.origin)
    const meetingId = await createMeeting(one.origin, state)
    // The nodes have addresses of their own here, with no balancer in front that makes them one.
    const options = { origin: one.origin, storage: state, bypassCSP: true }
    const page = await speak([loadRecording('austen-0880'), loadRecording('jfk')], options)
    const sockets = watchSockets(page)
    const sent = watchSentAudio(page)
    const shown = await watchTexts(page)
    await enter(page, meetingId)
    await sent(5)
    await drainBusyNode(one.origin, state)
    await expect.poll(() => sockets[1]?.sentFromMs, { timeout: 30_000 }).toBeDefined()
    await expect(connection(page, 'Connected')).toBeVisible()
    await expect(page.getByTestId('connection-facts')).toContainText('Reconnects1')
    expect(sockets.map(({ port }) => port)).toEqual([one, two].map(({ origin }) => new URL(origin).port))
    expect(sockets[1]!.heldMs).toBeGreaterThan(3_000)
    expect(sockets[1]!.sentFromMs).toBe(sockets[1]!.heldMs)
    await sent(12)

    await shown('Reconnecting')
    const all = await page.evaluate(() => [...(window as unknown as { shownTexts: Set<string> }).shownTexts])
    const failures = [texts.live.failedConnection, 'Disconnected', 'could not be sent']
    expect(all.filter(text => failures.some(failure => text.includes(failure)))).toEqual([])
    expect(sockets).toHaveLength(2)
  } finally {
    await one.stop()
    await two.stop()
    await database.remove()
    rmSync(storage, { recursive: true, force: true })
  }
})
