import { languageOf } from '@livetap/contract'
import type { Meeting } from '../../meetings'
import { microphoneOf, type NewUtterance } from '../../transcripts'
import { planShards } from '../shards/plan-shards'
import type { SpeechTools } from '../speech-tools'
import type { Stage, StageContext } from '../stage'
import type { CallVoice, EndedCall, StageName } from '../stage-outputs'
import { enhancedResult, ensembleStage } from '../stages/ensemble.stage'
import { recognitionStage } from '../stages/recognition.stage'
import { makeShards } from '../stages/shards.stage'
import { voiceActivityStage } from '../stages/voice-activity.stage'
import { byChannel, byVoice, csiAt } from './call-text'
import type { CallTools } from './call-tools'
import { callVoicesStage } from './call-voices.stage'

/**
 * What is done with a call that has ended: people at one microphone are diarized, it is recognised again where that
 * can make its text better or where the small model made it, then it is cut into shards.
 * The stages are those of a recording, except that the meeting shows nothing of them: only the voices, the
 * enhancement and the shards leave entries.
 */
export async function afterCallStages(
  { enableEnsemble, language }: Pick<Meeting, 'enableEnsemble' | 'language'>,
  ended: EndedCall | undefined,
  speech: Pick<SpeechTools, 'missingForRecognition'>,
  call: CallTools,
): Promise<readonly Stage[]> {
  const missing = enableEnsemble ? await speech.missingForRecognition(language ?? '') : undefined
  const isBetter = enableEnsemble && missing === undefined
  const hasLowQuality = (ended?.voices ?? []).some(({ hurried = [] }) => hurried.length > 0)
  const recognizeAgain =
    isBetter || hasLowQuality ? [quiet(recognitionStage), enhanceStage(call, isBetter)] : []
  return [
    quiet(voiceActivityStage),
    callVoicesStage(call),
    ...recognizeAgain,
    ...(missing === undefined || hasLowQuality ? [] : [skippedStage(missing)]),
    callShardsStage(call),
    closingStage(call),
  ]
}

/** Its output without its entries; the text it has so far is not shown. */
const quiet = <K extends StageName>(stage: Stage<K>): Stage<K> => ({
  name: stage.name,
  async run(context) {
    const sink = { ...context.sink, utterances: async () => undefined }
    const { output } = await stage.run({ ...context, sink, record: async () => undefined })
    return { output }
  },
})

const voicesOf = (context: StageContext) => context.output('normalise').call?.voices ?? []

/** The new text replaces the live one: all of it when a better engine made it, else what the small model made. */
const enhanceStage = (call: CallTools, isBetter: boolean): Stage<'ensemble'> => ({
  name: 'ensemble',
  async run(context) {
    const hasSecondOpinion = isBetter && languageOf(context.output('recognition').languageCode) === 'en'
    if (!hasSecondOpinion)
      await context.record({ metric: 'transcriptEnhanced', fields: { phase: 'started', count: 0 } })
    let [decodedAgain, changed] = [0, 0]
    const utterances = async (list: readonly NewUtterance[]) => {
      const voices = voicesOf(context)
      const wanted = isBetter ? list : list.filter(utterance => isLowQuality(utterance, voices))
      decodedAgain = wanted.length
      changed = await call.enhance(byVoice(wanted, voices), context.output('diarization').turns)
    }
    const result = await ensembleStage.run({ ...context, sink: { ...context.sink, utterances } })
    if (hasSecondOpinion) return result
    return enhancedResult(context, { utterances: result.output.utterances, decodedAgain, changed })
  },
})

const isLowQuality = ({ csis, startMs, endMs }: NewUtterance, voices: readonly CallVoice[]) =>
  (voices.find(({ number }) => number === csis[0])?.hurried ?? []).some(
    range => range.startMs < endMs && range.endMs > startMs,
  )

/** Without a better engine the live text is as good as it gets. */
const skippedStage = (reason: string): Stage<'ensemble'> => ({
  name: 'ensemble',
  async run() {
    const output = { utterances: 0, decodedAgain: 0, changed: 0, skipped: reason }
    return { output, ledger: [{ event: 'ensembleSkipped', fields: { reason } }] }
  },
})

const callShardsStage = (call: CallTools): Stage<'shards'> => ({
  name: 'shards',
  async run(context) {
    const { meeting, output } = context
    const percent = meeting.trainableShardPercent
    const plan = async () => ({
      meetingId: meeting.id,
      sharder: meeting.sharder,
      percent,
      tracks: output('voice activity').tracks,
      turns: [],
      utterances: byChannel(await call.text()),
    })
    const planned = percent > 0 ? planShards(await plan()) : []
    const voices = new Map(voicesOf(context).map(voice => [voice.number, voice]))
    const speakers = new Set(output('diarization').turns.map(([speaker]) => speaker))
    const isOnePerson = (microphone: number) =>
      [...speakers].filter(speaker => microphoneOf(speaker) === microphone).length <= 1
    return await makeShards(context, planned, ({ channel, startMs }) => {
      const voice = voices.get(channel ?? 0)
      const { participant, number = 0 } = voice ?? {}
      const csi = voice ? csiAt(voice, startMs) : null
      // Which of several people its owner is, no one said.
      return { csi, languageInferred: false, participant: isOnePerson(number) ? participant : undefined }
    })
  },
})

const closingStage = (call: CallTools): Stage<'statistics'> => ({
  name: 'statistics',
  async run({ output }) {
    await call.discardVoices()
    const { durationMs } = output('normalise')
    const text = await call.text()
    return {
      output: {
        utterances: text.length,
        words: text.reduce((sum, { words }) => sum + words.length, 0),
        speakers: output('diarization').speakers,
        voicedMs: Math.round(output('voice activity').voicedMs),
        durationMs: Math.round(durationMs),
      },
    }
  },
})
