import type { Stage } from '../stage'

export const probeStage: Stage<'probe'> = {
  name: 'probe',
  async run({ media, files, signal }) {
    const facts = await media.probe(await files.recording(), signal)
    const { format, durationMs, audio, video } = facts
    return {
      output: facts,
      ledger: [
        {
          event: 'recordingProbed',
          fields: {
            format,
            codec: audio.codec,
            sample_rate: audio.sampleRate,
            channels: audio.channels,
            duration_ms: durationMs ?? undefined,
            video: video ? `${video.codec} ${video.width}x${video.height}` : undefined,
          },
        },
      ],
    }
  },
}
