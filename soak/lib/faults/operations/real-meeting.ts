import { msToSamples, samplesToMs } from '@livetap/audio'
import { setLanguage } from '@livetap/contract/calls/live-meetings'
import { loadRecording, readingText, wordError } from '@livetap/speech/testing'
import { HeldCall } from '../held-call'
import { joined, type Operation } from '../operation'

/** A locale that no other operation uses: its streams get the product's own engine. */
export const REAL_LANGUAGE = 'en-GB'
const SENTENCES = 3
const PAUSE_SAMPLES = 24_000
/** More wrong words than so many of a hundred mean that some were lost, and not misheard. */
const MAX_WRONG_PERCENT = 15

/** One call that the product's own engine recognises. */
export const realMeeting: Operation = {
  name: 'a real meeting',
  parallel: 1,
  pauseMs: 10_000,
  async run(context) {
    const spoken = loadRecording('jfk')
    const period = spoken.length + PAUSE_SAMPLES
    const totalMs = Math.ceil(samplesToMs(SENTENCES * period))
    const sound = (fromMs: number, toMs: number) =>
      Int16Array.from(
        { length: msToSamples(toMs - fromMs) },
        (_, index) => spoken[(msToSamples(fromMs) + index) % period] ?? 0,
      )
    const call = await HeldCall.create(context, 'Spoken under faults')
    const params = { id: call.id }
    await context.client.ask(setLanguage, { params, body: { language: REAL_LANGUAGE } })
    await call.hold(totalMs, sound)
    await call.end()
    return async () => {
      const { finding, lines } = await call.audit()
      const said = Array.from({ length: SENTENCES }, () => readingText('jfk')).join(' ')
      const { rate } = wordError(said, lines.map(({ text }) => text).join(' '))
      const percent = Math.round(rate * 100)
      const lost = percent > MAX_WRONG_PERCENT ? [`${percent} % of the words of ${call.id}`] : []
      return joined(finding, { lost, doubled: [] })
    }
  },
}
