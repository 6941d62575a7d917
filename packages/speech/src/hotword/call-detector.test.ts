import { concatPcm, pcmToFloat, resample, SAMPLE_RATE_HZ } from '@livetap/audio'
import { expect, test } from 'vitest'
import { phrases } from '../testing/own-recordings'
import { noise, silence } from '../testing/synthetic-sound'
import { CallDetector } from './call-detector'
import { MIN_HEARD } from './find-call'

const detector = await CallDetector.load()
const heardIn = (pcm: Int16Array) => detector.detect(pcmToFloat(pcm))

test.each(phrases('calls'))('"$text" is heard in the sound ($voice)', async ({ pcm }) => {
  expect(await heardIn(pcm)).toBeGreaterThan(MIN_HEARD.doubtful)
})

test('what sounds almost like it is seldom heard as a call', async () => {
  const near = phrases('near-calls')
  const heard = await Promise.all(near.map(({ pcm }) => heardIn(pcm)))
  expect(near.length).toBeGreaterThan(10)
  expect(heard.filter(value => value > MIN_HEARD.doubtful).length).toBeLessThan(near.length / 4)
})

test('silence, noise and no sound at all are no call', async () => {
  for (const pcm of [silence(2), noise(2), new Int16Array(0)])
    expect(await heardIn(pcm)).toBeLessThan(MIN_HEARD.clear)
})

test('a call counts only where it is looked for', async () => {
  const [call] = phrases('calls')
  const samples = pcmToFloat(concatPcm([silence(3), call!.pcm, silence(3)]))
  const callEnd = 3 * SAMPLE_RATE_HZ + call!.pcm.length
  expect(await detector.detect(samples, { from: 3 * SAMPLE_RATE_HZ, to: callEnd })).toBeGreaterThan(
    MIN_HEARD.sure,
  )
  expect(await detector.detect(samples, { from: 0, to: 2.5 * SAMPLE_RATE_HZ })).toBeLessThan(MIN_HEARD.clear)
  expect(
    await detector.detect(samples, { from: callEnd + 2 * SAMPLE_RATE_HZ, to: samples.length + 9e9 }),
  ).toBeLessThan(MIN_HEARD.clear)
})

test.each([0.85, 1.2])('a call that is played at %s of its pace is heard', async pace => {
  const heard = await Promise.all(
    phrases('calls').map(({ pcm }) => detector.detect(resample(pcmToFloat(pcm), SAMPLE_RATE_HZ * pace))),
  )
  expect(heard.filter(value => value < MIN_HEARD.doubtful)).toEqual([])
})
