import { describe, expect, test } from 'vitest'
import type { SpeakerTurn } from '../../diarization/diarizer'
import { diarizationError } from './diarization-error'

const turn = (speaker: string, startMs: number, endMs: number): SpeakerTurn => ({ speaker, startMs, endMs })

const truth = [turn('a', 0, 4_000), turn('b', 3_000, 6_000), turn('a', 7_000, 7_500)]

describe('the kinds of diarization error', () => {
  test('other names for the same turns are no error', () => {
    const error = diarizationError(truth, [
      turn('2', 0, 4_000),
      turn('1', 3_000, 6_000),
      turn('2', 7_000, 7_500),
    ])
    expect(error).toMatchObject({ rate: 0, speakers: 2, speechMs: 7_500, shortMs: 500, shortLostMs: 0 })
  })

  test('a second voice that was missed is not speech that was not heard', () => {
    const error = diarizationError(truth, [turn('1', 0, 4_000), turn('2', 4_000, 6_000)])
    expect(error).toMatchObject({
      missedMs: 1_500,
      missedSpeechMs: 500,
      missedSecondMs: 1_000,
      confusedMs: 0,
    })
  })

  test('a speaker in a pause is another error than a speaker too many', () => {
    const error = diarizationError(truth, [
      turn('1', 0, 4_000),
      turn('2', 2_000, 7_000),
      turn('1', 7_000, 7_500),
    ])
    expect(error).toMatchObject({ falseMs: 2_000, falseSpeechMs: 1_000, falseSecondMs: 1_000, confusedMs: 0 })
  })

  test('a short turn that another got is confused, and lost', () => {
    const error = diarizationError(truth, [
      turn('1', 0, 4_000),
      turn('2', 3_000, 6_000),
      turn('2', 7_000, 7_500),
    ])
    expect(error).toMatchObject({ confusedMs: 500, shortMs: 500, shortLostMs: 500 })
  })

  test('eight people are named as well as they can be', () => {
    const eight = Array.from({ length: 8 }, (_, i) => turn(`p${i}`, i * 1_000, i * 1_000 + 1_000))
    const found = eight.map(({ startMs, endMs }, i) => turn(`f${7 - i}`, startMs, endMs))
    expect(diarizationError(eight, found)).toMatchObject({ rate: 0, speakers: 8 })
  })
})
