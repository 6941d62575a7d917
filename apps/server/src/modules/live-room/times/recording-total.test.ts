import { once } from 'node:events'
import { type HotwordMessageType, metrics, type VmcTimeStats, vmcTimeStatsOf } from '@livetap/contract'
import { meetingStats } from '@livetap/contract/calls/diagnostics'
import { setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveClient, silence, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'

afterEach(() => void vi.useRealTimers())

/** A meeting with one client in which clocks do not move but for the steps of the test; timers run. */
async function steppedMeeting() {
  const host = await LiveHost.start({}, { liveRoomLimits: { sweepMs: 50, silentMs: 3_600_000 } })
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  const id = await host.createMeeting()
  const client = LiveClient.start(id, await host.address(id))
  // Not by looking again and again: that would move the clocks on.
  const until = async (type: HotwordMessageType, count = 1) => {
    while (client.of(type).length < count) await once(client.socket, 'message')
  }
  await until('call_started')
  let spokenMs = 0
  return {
    until,
    client,
    /** Sound of so many milliseconds follows what was sent before; the clocks move on as far. */
    speak: async (sound: (ms: number) => Int16Array, ms: number) => {
      vi.advanceTimersByTime(ms)
      client.speak(sound(ms), { startMs: spokenMs })
      spokenMs += ms
      const pongs = client.of('pong').length
      client.command('ping')
      await until('pong', pongs + 1)
    },
    set: async (body: { recording?: boolean; transcription?: boolean; assistant?: boolean }) => {
      const changes = client.of('status_changed').length
      await host.call(setHotwordStatus, { params: { id }, body })
      await (body.assistant === undefined ? until('status_changed', changes + 1) : until('earmuffs_enabled'))
    },
    /** As the statistics read them out of the message. */
    end: async (): Promise<VmcTimeStats | undefined> => {
      await host.drop(id)
      const query = { metricName: metrics.vmcTimeStats.name, searchFields: 'message' }
      const answer = await host.call(meetingStats, { params: { id }, query })
      const { values } = meetingStats.answer.parse(await answer.json())
      return vmcTimeStatsOf(String(values[0]?.message))
    },
  }
}

test('STA-06 the totals count sound that was recorded, sound that was transcribed, and the assistant’s absence', async () => {
  const { speak, set, end } = await steppedMeeting()
  await speak(tone, 10_000)
  await set({ recording: false })
  await speak(tone, 7_000)
  await set({ recording: true, transcription: false })
  await speak(silence, 4_000)
  // The microphone is closed, the user still there.
  vi.advanceTimersByTime(100_000)
  await set({ assistant: false })
  vi.advanceTimersByTime(6_000)
  expect(await end()).toEqual({
    total_recording_time_in_seconds: 14,
    total_live_transcription_time_in_seconds: 17,
    total_assistant_disabled_time_in_seconds: 6,
  })
})

test('STA-06 a meeting in which no sound came was neither recorded nor transcribed', async () => {
  const { end } = await steppedMeeting()
  vi.advanceTimersByTime(40_000)
  expect(await end()).toEqual({
    total_recording_time_in_seconds: 0,
    total_live_transcription_time_in_seconds: 0,
    total_assistant_disabled_time_in_seconds: 0,
  })
})

test('STA-06 time off the record counts for neither, also where it was recorded before the click', async () => {
  const { speak, client, until, end } = await steppedMeeting()
  await speak(tone, 10_000)
  client.command('meeting_off_the_record', { duration: '5s', at_millis: 8_000 })
  await until('off_the_record')
  await speak(tone, 6_000)
  expect(await end()).toEqual({
    total_recording_time_in_seconds: 11,
    total_live_transcription_time_in_seconds: 11,
    total_assistant_disabled_time_in_seconds: 0,
  })
})
