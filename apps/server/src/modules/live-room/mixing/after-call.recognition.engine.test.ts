import { concatPcm, samplesToMs } from '@livetap/audio'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { inspectModel, modelIds, modelsRoot } from '@livetap/speech'
import { loadRecording, readingText, wordError } from '@livetap/speech/testing'
import { describe, expect, test, vi } from 'vitest'
import { silence } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'

const models = await Promise.all(modelIds.map(id => inspectModel(modelsRoot(), id)))
const missing = models.every(({ ok }) => ok) ? undefined : 'the speech models are not there'

/** Half a minute on two idle cores; a busy machine takes its time. */
const PATIENCE_MS = 300_000
const FIRST_CSI = 5
/** Two people take turns. */
const readings = ['jfk', 'austen-0880'] as const

describe.skipIf(missing !== undefined)('an ended call', { meta: { skipReason: missing } }, () => {
  test(
    'is enhanced by the real engines: its text is no worse than the live text, and its shards say who spoke',
    async () => {
      const host = await LiveHost.start({}, { engines: undefined })
      const given = { enable_ensemble: true, trainable_shard_percent: 100 }
      const { id, client: one } = await host.meetingWithClient(given)
      const two = await host.join(id)
      let startMs = 0
      for (const [index, name] of readings.entries()) {
        const pcm = concatPcm([loadRecording(name), silence(1_500)])
        const client = index % 2 === 0 ? one : two
        client.speak(pcm, { startMs, csi: FIRST_CSI + (index % 2) })
        startMs += samplesToMs(pcm.length)
      }
      for (const client of [one, two]) {
        client.command('ping')
        await client.until('pong')
      }
      await host.drop(id)
      await host.untilEnded(id, PATIENCE_MS)
      const live = await errorsOf(host, id)
      const { pool } = host.server.app.database
      await vi.waitFor(
        async () => {
          const { rows } = await pool.query('select state from job where meeting_id = $1', [id])
          expect(rows).toEqual([{ state: 'done' }])
        },
        { timeout: PATIENCE_MS, interval: 200 },
      )
      const enhanced = await errorsOf(host, id)
      console.info(`wrong words of ${live.words}: ${live.errors} live, ${enhanced.errors} enhanced`)
      expect(live.errors).toBeLessThan(live.words / 4)
      expect(enhanced.errors).toBeLessThanOrEqual(live.errors)
      const { rows: shards } = await pool.query('select distinct csi, speaker_ids from shard order by csi')
      expect(shards).toEqual([
        { csi: 5, speaker_ids: ['1'] },
        { csi: 6, speaker_ids: ['2'] },
      ])
    },
    2 * PATIENCE_MS,
  )
})

/** Wrong words of both voices together. */
async function errorsOf(host: LiveHost, id: string): Promise<{ errors: number; words: number }> {
  const { results } = (await (await host.call(getTranscript, { params: { id } })).json()) as {
    results: { csis: number[]; alternatives: { transcript: string }[] }[]
  }
  const voices = [0, 1].map(voice => {
    const truth = readings.filter((_, index) => index % 2 === voice).map(name => readingText(name))
    const own = results.filter(({ csis }) => csis[0] === FIRST_CSI + voice)
    const text = own.map(({ alternatives }) => alternatives[0]!.transcript)
    return { ...wordError(truth.join(' '), text.join(' ')), words: truth.join(' ').split(' ').length }
  })
  const sum = (of: 'errors' | 'words') => voices.reduce((total, voice) => total + voice[of], 0)
  return { errors: sum('errors'), words: sum('words') }
}
