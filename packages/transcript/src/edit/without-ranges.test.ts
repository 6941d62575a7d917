import { describe, expect, test } from 'vitest'
import { withoutRanges } from './without-ranges'

const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs })
const said = {
  text: 'We ship, on Friday.',
  startMs: 900,
  endMs: 5100,
  words: [
    word('We', 1000, 1900),
    word('ship,', 2000, 2900),
    word('on', 3000, 3900),
    word('Friday.', 4000, 5000),
  ],
}
const cut = (startMs: number, endMs: number) => withoutRanges(said, [{ startMs, endMs }], one => one)

describe('what overlaps a range is taken out, and nothing else', () => {
  test('at the end, from the word that the range begins in', () => {
    expect(cut(3500, 9000)).toMatchObject({ text: 'We ship,', startMs: 900, endMs: 2900 })
  })

  test('in the middle, with the text on both sides as it was written', () => {
    expect(cut(2500, 3500)).toMatchObject({ text: 'We Friday.', startMs: 900, endMs: 5100 })
  })

  test('at the beginning, up to the word that the range ends in', () => {
    expect(cut(0, 2100)).toMatchObject({ text: 'on Friday.', startMs: 3000, endMs: 5100 })
  })

  test('a range beside it, or between two words, changes nothing', () => {
    expect(cut(0, 900)).toBe(said)
    expect(cut(5100, 6000)).toBe(said)
    expect(cut(2910, 2990)).toBe(said)
  })

  test('all of it, also where no words tell what lies where', () => {
    expect(cut(0, 9000)).toBeUndefined()
    expect(
      withoutRanges({ ...said, words: [] }, [{ startMs: 4000, endMs: 4001 }], one => one),
    ).toBeUndefined()
  })

  test('text without spaces, and text that its words do not spell', () => {
    const chinese = {
      text: '你好世界',
      startMs: 0,
      endMs: 400,
      words: [word('你好', 0, 200), word('世界', 200, 400)],
    }
    expect(withoutRanges(chinese, [{ startMs: 0, endMs: 200 }], one => one)?.text).toBe('世界')
    const other = { ...said, text: 'Wir liefern' }
    expect(withoutRanges(other, [{ startMs: 0, endMs: 2500 }], one => one)?.text).toBe('on Friday.')
  })
})
