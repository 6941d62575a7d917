import { LONG_WORDS, numberedWords } from '@livetap/speech/testing'
import { compareWords } from '../compare-words'
import { HeldCall } from '../held-call'
import { joined, type Operation } from '../operation'

const WORDS = [12, 24] as const

/** A call whose voice says numbered words: each is in its transcript once. */
export const liveMeetings: Operation = {
  name: 'live meetings',
  parallel: 2,
  pauseMs: 500,
  async run(context) {
    const call = await HeldCall.create(context, 'Faults')
    const count = Math.round(context.random.between(...WORDS))
    const { periodMs } = LONG_WORDS
    const sound = (fromMs: number, toMs: number) => numberedWords(fromMs, toMs, LONG_WORDS)
    const said = (await call.hold(count * periodMs, sound, periodMs)) / periodMs
    await call.end()
    return async () => {
      const { finding, lines } = await call.audit()
      return joined(finding, compareWords(`meeting ${call.id}`, said, lines))
    }
  },
}
