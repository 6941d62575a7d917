import { MediaError } from '../../../platform/media/media-error'
import { meetingFiles } from '../../meetings'
import { AUDIO_FILE, CHANNELS_FILE, trackFile } from '../runs/run-files'
import type { Stage, StageContext } from '../stage'
import { ChannelLoudness } from '../voices/separate-channels'

/** More than these are a mixing desk's, and one voice each is not to be expected. */
const MAX_CHANNELS = 8
const LOUDNESS_RATE = 8_000

/** Sound as 16 kHz FLAC (its length in the header), channels apart where each has its own voice, video streamable. */
export const normaliseStage: Stage<'normalise'> = {
  name: 'normalise',
  async run(context) {
    const { meeting, files, media, signal, progress } = context
    const source = await files.recording()
    const facts = context.output('probe')
    const audio = files.scratch(AUDIO_FILE)
    await media.toFlac(source, audio, { pcm: files.scratch(trackFile(null)), signal })
    progress(0.4)
    const separateChannels = await voicesByChannel(context)
    progress(0.6)
    if (separateChannels.length > 0) {
      const channels = files.scratch(CHANNELS_FILE)
      await media.toFlac(source, channels, { channels: facts.audio.channels, signal })
      await files.store(meetingFiles.work(meeting.id, CHANNELS_FILE), channels)
    }
    if (facts.video) {
      const video = files.scratch('video.mp4')
      await media.toStreamableVideo(source, video, facts, signal)
      await files.store(meetingFiles.video(meeting.id), video)
    }
    progress(0.8)
    await files.store(meetingFiles.audio(meeting.id), audio)
    const { durationMs } = await files.track(null)
    if (durationMs === 0) throw new MediaError('no_audio', 'The recording holds no sound')
    const hasVideo = facts.video !== null
    return {
      output: { durationMs, separateChannels, hasVideo },
      meeting: { durationMs: Math.round(durationMs), hasVideo },
      ledger: [
        {
          event: 'audioNormalised',
          fields: {
            duration_ms: Math.round(durationMs),
            separate_channels: separateChannels.length,
            video: hasVideo,
          },
        },
      ],
      logs: [
        {
          metric: 'recordingDuration',
          fields: { recordingDurationInSeconds: Math.round(durationMs) / 1000 },
        },
      ],
    }
  },
}

async function voicesByChannel({ files, media, signal, output }: StageContext): Promise<number[]> {
  const { channels } = output('probe').audio
  if (channels < 2 || channels > MAX_CHANNELS) return []
  const loudness = new ChannelLoudness(channels, LOUDNESS_RATE)
  await media.readPcm(await files.recording(), {
    sampleRate: LOUDNESS_RATE,
    channels,
    signal,
    onSamples: pcm => loudness.push(pcm),
  })
  return loudness.separate()
}
