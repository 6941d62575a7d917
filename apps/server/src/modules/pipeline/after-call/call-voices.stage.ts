import type { Stage, StageContext } from '../stage'
import type { CallVoice } from '../stage-outputs'
import { findTurns, missingForDiarization } from '../voices/find-turns'
import { proposeNames } from '../voices/propose-names'
import type { CallTools } from './call-tools'
import { nameTurns } from './name-turns'

/**
 * Who speaks when at the microphones that several people shared. During the call each line was named by what had been
 * heard until then; now the whole is known. All other microphones are one person each.
 */
export const callVoicesStage = (call: CallTools): Stage<'diarization'> => ({
  name: 'diarization',
  async run(context) {
    const { separateChannels, call: ended } = context.output('normalise')
    const shared = (ended?.voices ?? []).filter(({ isShared }) => isShared)
    const alone = separateChannels.length - shared.length
    if (shared.length === 0) return { output: { turns: [], speakers: alone } }
    const skipped = await missingForDiarization(context, context.output('voice activity').voicedMs)
    if (skipped) {
      const speakers = alone + shared.length
      const ledger = [{ event: 'speakersFound' as const, fields: { speakers, turns: 0, skipped } }]
      return { output: { turns: [], speakers, skipped }, ledger }
    }
    const recordings = []
    for (const voice of shared) recordings.push(await heardAt(context, call, voice))
    await proposeNames(context, recordings)
    const turns = recordings.flatMap(one => one.turns).sort((a, b) => a[1] - b[1])
    const found = [...new Set(turns.map(([speaker]) => speaker))]
    await call.nameVoices(found)
    await call.diarize(turns)
    const speakers = alone + found.length
    return {
      output: { turns, speakers },
      ledger: [{ event: 'speakersFound', fields: { speakers, turns: turns.length } }],
    }
  },
})

async function heardAt(context: StageContext, call: CallTools, { number }: CallVoice) {
  const file = await context.files.track(number)
  const track = context.output('voice activity').tracks.find(({ channel }) => channel === number)
  const found = await findTurns(context, file, track?.spans ?? [])
  return { file, turns: nameTurns(found, await call.text(), number) }
}
