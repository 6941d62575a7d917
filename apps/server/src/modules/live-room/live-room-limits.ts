import { HOTWORD_MAX_AUDIO_BYTES } from '@livetap/contract'

export interface LiveRoomLimits {
  /** Of one frame's audio, unpacked. */
  audioBytes: number
  commandBytes: number
  commandsPerSecond: number
  /** Audio a connection may bring at once, and how much faster than life it may bring more. */
  burstMs: number
  audioPerMs: number
  /** Of a client, while the storage takes nothing: as much as a client keeps and sends again, and a little more. */
  waitingAudioMs: number
  /** Streams that sound comes in, at the same time. */
  streamsPerClient: number
  streamsPerUser: number
  streamsPerMeeting: number
  /** A stream without sound for so long takes no place. */
  idleStreamMs: number
  clientsPerMeeting: number
  /** Waiting to be read by a client: interims are left out from here on. */
  interimBufferBytes: number
  /** A client that reads this slowly is disconnected. */
  slowReaderBytes: number
  /** Neither audio nor a ping for so long. */
  silentMs: number
  /** No audio for so long ends what is being said. */
  pauseMs: number
  /** The same for a client whose network broke: it keeps what is said meanwhile and sends it later. */
  lostPauseMs: number
  /** A meeting without any client for so long is over. */
  abandonedMs: number
  sweepMs: number
  /** How often ended meetings without a recording are looked for. */
  mixPollMs: number
  /** How long a recording that could not be made waits for each further attempt, before the meeting is shown as failed. */
  mixRetryMs: readonly number[]
  /** For the last sound to be stored when a meeting ends. */
  storeMs: number
  /** For draining recognition, after that. */
  drainMs: number
  /** For what is being written of a meeting that is deleted. */
  releaseMs: number
}

export const defaultLiveRoomLimits: LiveRoomLimits = {
  audioBytes: HOTWORD_MAX_AUDIO_BYTES,
  commandBytes: 16 * 1024,
  commandsPerSecond: 20,
  burstMs: 40_000,
  audioPerMs: 2,
  waitingAudioMs: 40_000,
  streamsPerClient: 16,
  streamsPerUser: 32,
  streamsPerMeeting: 64,
  idleStreamMs: 10_000,
  clientsPerMeeting: 500,
  interimBufferBytes: 64 * 1024,
  slowReaderBytes: 1024 * 1024,
  silentMs: 30_000,
  pauseMs: 1_000,
  lostPauseMs: 30_000,
  abandonedMs: 30 * 60_000,
  sweepMs: 500,
  mixPollMs: 30_000,
  mixRetryMs: [1_000, 5_000],
  storeMs: 10_000,
  drainMs: 15_000,
  releaseMs: 5_000,
}
