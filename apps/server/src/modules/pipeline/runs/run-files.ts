import type { SourceFile } from '../../../platform/media/media'
import type { PcmFile } from './pcm-file'

export const CHANNELS_FILE = 'channels.flac'
export const AUDIO_FILE = 'audio.flac'
/** The scratch file of a track; one that is there is complete. */
export const trackFile = (channel: number | null) => `track-${channel ?? 'mix'}.pcm`

/** The files of one run: what was uploaded, what is kept, and a scratch folder that goes with the run. */
export interface RunFiles {
  recording(): Promise<SourceFile>
  /** A path of the scratch folder. */
  scratch(name: string): string
  /** Keeps a scratch file under a storage key. */
  store(key: string, path: string): Promise<void>
  storeBytes(key: string, bytes: Uint8Array): Promise<void>
  /** 16 kHz samples of one channel, or (null) of the mix. */
  track(channel: number | null): Promise<PcmFile>
}
