import { once } from 'node:events'
import { type HotwordMessageType, metrics, vmcTimeStatsOf } from '@livetap/contract'
import { meetingStats } from '@livetap/contract/calls/diagnostics'
import { setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveClient } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'

afterEach(() => void vi.useRealTimers())

test('STA-09 recording switched off and on: the totals are the stretches between the switches in the ledger', async () => {
  const limits = { sweepMs: 50, silentMs: 3_600_000 }
  const host = await LiveHost.start({}, { liveRoomLimits: limits })
  // Clocks do not move but for the steps below; timers run.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  const id = await host.createMeeting()
  const client = LiveClient.start(id, await host.address(id))
  // Not by looking again and again: that would move the clocks on.
  const until = async (type: HotwordMessageType, count = 1) => {
    while (client.of(type).length < count) await once(client.socket, 'message')
  }
  await until('call_started')
  const setRecording = async (recording: boolean, changes: number) => {
    await host.call(setHotwordStatus, { params: { id }, body: { recording } })
    await until('status_changed', changes)
  }
  vi.advanceTimersByTime(40_000)
  await setRecording(false, 1)
  vi.advanceTimersByTime(100_000)
  await setRecording(true, 2)
  vi.advanceTimersByTime(25_000)
  await host.drop(id)

  const ledger = await host.ledger(id)
  const momentOf = (name: string, recording?: boolean) => {
    const event = ledger.find(one => one.name === name && one.fields.recording === recording)
    return Date.parse(String(event?.fields.timestamp))
  }
  const [off, on] = [false, true].map(recording => momentOf('hotword_status_changed', recording)) as [
    number,
    number,
  ]
  const stretches = [off - momentOf('room_opened'), momentOf('meeting_ended') - on]
  expect(stretches).toEqual([40_000, 25_000])
  const query = { metricName: metrics.vmcTimeStats.name, searchFields: 'message' }
  const answer = await host.call(meetingStats, { params: { id }, query })
  const { values } = meetingStats.answer.parse(await answer.json())
  expect(vmcTimeStatsOf(String(values[0]?.message))).toEqual({
    total_recording_time_in_seconds: 65,
    total_live_transcription_time_in_seconds: 165,
    total_assistant_disabled_time_in_seconds: 0,
  })
})
