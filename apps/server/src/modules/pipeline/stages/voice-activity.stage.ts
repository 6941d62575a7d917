import type { Stage } from '../stage'
import type { VoiceTrack } from '../stage-outputs'

/** Where a person speaks. Only that is recognised: silence has no words to be invented. */
export const voiceActivityStage: Stage<'voice activity'> = {
  name: 'voice activity',
  async run({ files, speech, signal, progress, output }) {
    const { separateChannels } = output('normalise')
    const channels = separateChannels.length > 0 ? separateChannels : [null]
    const tracks: VoiceTrack[] = []
    for (const [index, channel] of channels.entries()) {
      const file = await files.track(channel)
      const spans = await speech.detectVoice(file.blocks(), {
        signal,
        onProgress: samples => progress((index + samples / Math.max(1, file.samples)) / channels.length),
      })
      tracks.push({ channel, spans: spans.map(({ startMs, endMs }) => [startMs, endMs]) })
    }
    const voicedMs = tracks.flatMap(({ spans }) => spans).reduce((sum, [start, end]) => sum + end - start, 0)
    const parts = tracks.reduce((sum, { spans }) => sum + spans.length, 0)
    return {
      output: { tracks, voicedMs },
      ledger: [{ event: 'voiceFound', fields: { voiced_ms: Math.round(voicedMs), parts } }],
    }
  },
}
