import { setTimeout as wait } from 'node:timers/promises'
import type { HotwordMessage } from '@livetap/contract'
import { createMeeting, dropMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { createUpload, putPiece } from '@livetap/contract/calls/uploads'
import { humWav } from '@livetap/server/testing'
import { HotwordClient } from '@livetap/session'
import { WebSocket } from 'ws'
import type { OutageSite } from './outage-site'
import { type Detail, FRAME_MS, loudnessOf, settled, toneAt } from './outage-sound'

/** Where the fault strikes. */
export const steps = ['starting', 'under way', 'ending'] as const
export type Step = (typeof steps)[number]

/** Where lives wait for each other, so that the fault meets all of them at the same step. */
export interface Gate {
  /** This life is at the step; resolves when the fault has begun, at once when it strikes elsewhere. */
  at(step: Step): Promise<void>
  /** Resolves when the fault is over; at once when it strikes at another step. */
  over(step: Step): Promise<void>
  /** Resolves when the other lives stand at the fault's step. */
  others(): Promise<void>
}

/** A meeting's life; resolves with what was acknowledged and is not there in the end. */
export type Life = (site: OutageSite, gate: Gate) => Promise<string[]>

const RECORDING_S = 20
const PIECE_BYTES = 64 * 1024

/** A meeting with one voice that never pauses: each silent second of its recording is a lost one. */
export const liveMeeting: Life = async (site, gate) => {
  await gate.at('starting')
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: true, title: 'Outage' }
  const query = { client_region: 'us', skip_load_balancing: true }
  const { id } = await site.callWithRetry<{ id: string }>(createMeeting, { query, body })
  const announced: HotwordMessage[] = []
  const client = new HotwordClient({
    meetingId: id,
    liveAddress: async () =>
      (await site.callWithRetry<{ live_addr: string }>(liveAddress, { params: { id } })).live_addr,
    createSocket: url => new WebSocket(url) as never,
    onEvent: event => {
      if (event.type === 'message') announced.push(event.message)
    },
  })
  while (client.getSnapshot().state !== 'connected') await client.connect().catch(async () => await wait(500))

  const from = performance.now()
  let spokenMs = 0
  const speaking = setInterval(() => {
    for (; spokenMs < performance.now() - from; spokenMs += FRAME_MS) client.pushAudio(toneAt(spokenMs))
  }, FRAME_MS)
  await wait(2_000)
  await gate.at('under way')
  await gate.over('under way')
  await wait(2_000)
  clearInterval(speaking)
  const { lostMs } = client.getSnapshot()
  await gate.at('ending')
  await site.callWithRetry(dropMeeting, { params: { id } })
  client.close()

  const detail = await settled(site, id)
  if (detail.status !== 'CallEnded')
    return [`the meeting is ${detail.status} ${detail.stage} ${detail.error ?? ''}`]
  const lost: string[] = []
  const { seconds, holes } = await loudnessOf(site, id)
  if (lostMs > 0) lost.push(`the client dropped ${lostMs} ms`)
  if (seconds < spokenMs / 1000 - 0.5)
    lost.push(`${seconds.toFixed(1)} of ${(spokenMs / 1000).toFixed(1)} s of sound`)
  if (holes.length > 0) lost.push(`silence at ${holes.join(', ')} s`)
  const { results } = await site.callWithRetry<{ results: { id: string }[] }>(getTranscript, {
    params: { id },
  })
  const kept = new Set(results.map(result => result.id))
  const finals = announced.filter(message => message.type === 'transcript_final_result')
  for (const final of finals) if (!kept.has(final.id)) lost.push(`the utterance ${final.id}`)
  return lost
}

/** A recording sent in small pieces, each acknowledged; the bytes held may never become fewer. */
export const upload: Life = (site, gate) => sendRecording(site, gate, true)

/** A recording that has arrived and goes through its stages. */
export const processing: Life = (site, gate) => sendRecording(site, gate, false)

async function sendRecording(site: OutageSite, gate: Gate, isUpload: boolean): Promise<string[]> {
  const lost: string[] = []
  const file = humWav(RECORDING_S)
  if (isUpload) await gate.at('starting')
  const { meeting_id, upload_url } = await site.callWithRetry<{ meeting_id: string; upload_url: string }>(
    createUpload,
    {
      body: {
        start_at_utc: new Date().toISOString(),
        source: 'soak',
        client_region: 'us',
        file_size: file.length,
        file_type: 'audio/wav',
      },
    },
  )
  const id = upload_url.split('/').at(-1)!
  const put = (body: Uint8Array | undefined, range: string) =>
    site.call(putPiece, {
      params: { id },
      headers: { 'content-range': range, 'content-type': 'application/octet-stream' },
      body,
    })
  const heldOf = (answer: Response) =>
    Number(/-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1] ?? -1) + 1
  let held = 0
  for (let complete = false; !complete; ) {
    const part = held / file.length
    if (isUpload && part > 0.3 && part < 0.5) await gate.at('under way')
    const isLast = held + PIECE_BYTES >= file.length
    if (isLast && !isUpload) await gate.others()
    if (isLast) await gate.at(isUpload ? 'ending' : 'starting')
    const end = Math.min(file.length, held + PIECE_BYTES)
    let answer = await put(file.subarray(held, end), `bytes ${held}-${end - 1}/${file.length}`)
    while (answer.status === 503) {
      await wait(300)
      answer = await put(undefined, `bytes */${file.length}`)
    }
    complete = answer.status === 200
    if (!complete && answer.status !== 308)
      return [`the piece at ${held} was answered ${answer.status}: ${await answer.text()}`]
    if (answer.status === 308 && heldOf(answer) < held)
      lost.push(`${held - heldOf(answer)} acknowledged bytes of the upload`)
    if (!complete) held = heldOf(answer)
  }
  if (!isUpload) await atStages(site, meeting_id, gate)
  const detail = await settled(site, meeting_id)
  if (detail.status !== 'CallEnded')
    return [...lost, `the recording is ${detail.status} ${detail.stage} ${detail.error ?? ''}`]
  const { seconds, holes } = await loudnessOf(site, meeting_id)
  if (Math.abs(seconds - RECORDING_S) > 0.5) lost.push(`${seconds.toFixed(1)} of ${RECORDING_S} s of sound`)
  if (holes.length > 0) lost.push(`silence at ${holes.join(', ')} s`)
  return lost
}

/** Under way at the second stage that is seen, ending at the first that is near the last. */
async function atStages(site: OutageSite, id: string, gate: Gate): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const { status, stage } = await site.callWithRetry<Detail>(getMeeting, { params: { id } })
    seen.add(stage)
    if (seen.size >= 2) await gate.at('under way')
    if (seen.size >= 4) await gate.at('ending')
    if (status !== 'processing') return
    await wait(20)
  }
}
