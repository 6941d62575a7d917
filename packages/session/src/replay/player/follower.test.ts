import { buildHighlights, buildTranscript } from '@livetap/transcript'
import { longMeeting } from '@livetap/transcript/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Scope } from '../../scope'
import { Replay } from '../replay'
import { FakeMedia } from './fake-media.test-support'

let scope: Scope
let media: FakeMedia
let replay: Replay

beforeEach(async () => {
  vi.useFakeTimers()
  scope = new Scope()
  media = new FakeMedia()
  replay = new Replay(
    scope,
    () => media,
    () => {},
  )
  const inited = replay.player.init('/a.flac')
  media.arrive(600)
  await inited
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

const word = (text: string, start: number, end: number) => ({
  word: text,
  start_millis: start,
  end_millis: end,
})
const utterance = (id: string, start: number, end: number, words: ReturnType<typeof word>[]) => ({
  id,
  start_millis: start,
  end_millis: end,
  alternatives: [{ transcript: words.map(one => one.word).join(' '), words }],
})

const meeting = buildTranscript([
  utterance('a', 1000, 3000, [word('one', 1000, 1500), word('two', 2000, 2500)]),
  utterance('b', 2200, 4000, [word('over', 2200, 2600), word('lap', 2600, 2600), word('end', 3000, 4000)]),
])

test('PAS-15 at every moment the transcript, the word, the highlight and the gaps are known', async () => {
  replay.setTranscript(meeting)
  replay.setHighlights(buildHighlights([{ id: 'h', start_millis: 2000, end_millis: 3500, transcript: 'x' }]))
  const now = () => replay.follower.getSnapshot()
  expect(now()).toMatchObject({ utterance: -1, word: -1, utteranceGap: { startMs: 0, endMs: 1000 } })
  await replay.player.play()
  await vi.advanceTimersByTimeAsync(1001)
  expect(now()).toMatchObject({ utterance: 0, word: 0, highlight: -1, utteranceGap: undefined })
  await vi.advanceTimersByTimeAsync(600)
  expect(now()).toMatchObject({ utterance: 0, word: -1, wordGap: { startMs: 1500, endMs: 2000 } })
  expect(now().highlightGap).toEqual({ startMs: 0, endMs: 2000 })
  await vi.advanceTimersByTimeAsync(700)
  expect(now()).toMatchObject({
    utterance: 1,
    litUtterances: [0, 1],
    word: 2,
    litWords: [1, 2],
    highlight: 0,
  })
})

test('PAS-15 at every millisecond the lit words are those that cover it, and none in a gap of 40 ms', async () => {
  const transcript = buildTranscript(longMeeting(2))
  replay.setTranscript(transcript)
  const { startMs, endMs, count } = transcript.words
  for (let ms = 0; ms < 7200; ms += 1) {
    replay.player.seek(ms)
    await Promise.resolve()
    const covering = []
    for (let i = 0; i < count; i++) if (startMs[i]! <= ms && ms < endMs[i]!) covering.push(i)
    expect(replay.follower.getSnapshot().litWords, `at ${ms}`).toEqual(covering)
    expect(replay.follower.getSnapshot().word).toBe(covering.at(-1) ?? -1)
  }
})

test('PAS-15 one timer for the next boundary while playing, none while paused', async () => {
  replay.setTranscript(meeting)
  expect(vi.getTimerCount()).toBe(0)
  await replay.player.play()
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1600)
  expect(vi.getTimerCount()).toBe(1)
  replay.player.pause()
  expect(vi.getTimerCount()).toBe(0)
})

test('PAS-15 a seek is followed on `seeking`, before the data is there', async () => {
  replay.setTranscript(meeting)
  media.seekMs = 5000
  replay.player.seek(3200)
  await vi.advanceTimersByTimeAsync(0)
  expect(media.seeking).toBe(true)
  expect(replay.follower.getSnapshot()).toMatchObject({ utterance: 1, word: 4 })
})

test('PAS-15 no word is passed over at 3x, and a stalled element does not spin', async () => {
  replay.setTranscript(buildTranscript(longMeeting(20)))
  const seen = new Set([replay.follower.getSnapshot().word])
  replay.follower.subscribe(() => seen.add(replay.follower.getSnapshot().word))
  replay.player.setRate(3)
  await replay.player.play()
  await vi.advanceTimersByTimeAsync((20 * 3600) / 3)
  seen.delete(-1)
  expect([...seen]).toEqual(Array.from({ length: 200 }, (_, i) => i))
  replay.player.seek(1000)
  await vi.advanceTimersByTimeAsync(0)
  media.stall()
  const sync = vi.spyOn(media, 'currentTime', 'get')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sync.mock.calls.length).toBeLessThan(100)
})

test('PAS-12 the video is kept within 80 ms of the sound', async () => {
  const video = new FakeMedia()
  video.duration = 600
  video.readyState = 1
  replay.linkVideo(video)
  video.skew = 1.03
  await replay.player.play()
  expect(video.paused).toBe(false)
  for (let i = 0; i < 100; i++) {
    await vi.advanceTimersByTimeAsync(100)
    expect(Math.abs(replay.videoDriftMs!)).toBeLessThanOrEqual(80)
  }
  replay.player.setRate(2)
  video.seekMs = 120
  replay.player.seek(300_000)
  await vi.advanceTimersByTimeAsync(1500)
  expect(Math.abs(replay.videoDriftMs!)).toBeLessThanOrEqual(80)
  replay.player.pause()
  await vi.advanceTimersByTimeAsync(200)
  expect(video.paused).toBe(true)
  expect(Math.abs(replay.videoDriftMs!)).toBeLessThanOrEqual(1)
  replay.linkVideo(null)
  expect(replay.videoDriftMs).toBeUndefined()
})

test('PAS-09 speakers keep their colours when the rest of the meeting arrives', () => {
  const all = longMeeting(40)
  replay.setTranscript(buildTranscript(all.slice(0, 3)), { isComplete: false, total: 40 })
  const before = new Map(replay.getSnapshot().colours)
  expect(replay.getSnapshot()).toMatchObject({ isComplete: false, total: 40 })
  replay.setTranscript(buildTranscript(all))
  for (const [key, colour] of before) expect(replay.getSnapshot().colours.get(key)).toBe(colour)
  expect(replay.getSnapshot().speakers).toHaveLength(4)
})

test('PAS-10 a correction shows in the highlights of its words, and goes when it is taken back', () => {
  const transcriptOf = (text: string, edited: boolean) =>
    buildTranscript([{ ...utterance('a', 1000, 2000, [word(text, 1000, 2000)]), edited }])
  const shown = () => replay.getSnapshot().highlights.map(({ text }) => text)
  replay.setTranscript(transcriptOf('meat', false))
  replay.setHighlights(
    buildHighlights([{ id: 'h', start_millis: 1000, end_millis: 2000, transcript: 'meat' }]),
  )
  replay.setTranscript(transcriptOf('meet', true))
  expect(shown()).toEqual(['meet'])
  replay.setHighlights(replay.storedHighlights)
  expect(shown()).toEqual(['meet'])
  replay.setTranscript(transcriptOf('meat', false))
  expect(shown()).toEqual(['meat'])
})

test('silence is skipped when asked: long gaps, never a clip, never a pause of the speech', async () => {
  replay.setTranscript(
    buildTranscript([
      utterance('a', 1000, 2000, [word('one', 1000, 2000)]),
      utterance('b', 3000, 4000, [word('two', 3000, 4000)]),
      utterance('c', 60_000, 61_000, [word('three', 60_000, 61_000)]),
    ]),
  )
  replay.silence.setOn(true)
  replay.player.seek(1500)
  await replay.player.play()
  await vi.advanceTimersByTimeAsync(1000)
  expect(replay.player.positionMs).toBeLessThan(2600)
  await vi.advanceTimersByTimeAsync(1600)
  expect(replay.player.positionMs).toBeGreaterThanOrEqual(59_750)
  replay.silence.setOn(false)
  replay.player.seek(4100)
  await vi.advanceTimersByTimeAsync(100)
  expect(replay.player.positionMs).toBeLessThan(5000)
  replay.silence.setOn(true)
  expect(replay.player.positionMs).toBeGreaterThanOrEqual(59_750)
  await replay.player.toggleClip({ key: 'gap', startMs: 5000, endMs: 9000 })
  await vi.advanceTimersByTimeAsync(500)
  expect(replay.player.positionMs).toBeLessThan(6000)
})

test('PAS-09 it says when the sound has not come to a word that is due', async () => {
  replay.setTranscript(meeting)
  let behind = 0
  const stop = replay.follower.onBehind(() => behind++)
  await replay.player.play()
  await vi.advanceTimersByTimeAsync(1400)
  expect(behind).toBe(0)
  media.stall()
  await vi.advanceTimersByTimeAsync(200)
  expect(replay.follower.getSnapshot().word).toBe(0)
  expect(behind).toBeGreaterThan(1)
  stop()
  const before = behind
  await vi.advanceTimersByTimeAsync(200)
  expect(behind).toBe(before)
})
