import {
  SEGMENTATION_FRAME_MS,
  SEGMENTATION_FRAMES,
  SEGMENTATION_VOICES,
  type SpeakerActivity,
} from './segmentation-model'

/** How much of a second voice is heard in each frame of 20 ms, from 0 to 1: the mean of all that heard the place. */
export function overlapScores(activities: readonly SpeakerActivity[], frames: number): Float32Array {
  const covered = new Uint16Array(frames)
  const second = new Float32Array(frames)
  for (const { from, voices } of activities) {
    const last = Math.min(SEGMENTATION_FRAMES, frames - from)
    for (let frame = 0; frame < last; frame++) {
      let together = 0
      for (let voice = 0; voice < SEGMENTATION_VOICES; voice++)
        together += voices[voice * SEGMENTATION_FRAMES + frame]!
      covered[from + frame]! += 1
      second[from + frame]! += Math.max(0, together / 255 - 1)
    }
  }
  return second.map((sum, at) => sum / Math.max(1, covered[at]!))
}

/** The same in the mean of each window that begins at one of these frames, of 10 ms, which are in the order of time. */
export function overlapScoresIn(
  activities: readonly SpeakerActivity[],
  frames: readonly number[],
  windowFrames: number,
): number[] {
  const perFrame = SEGMENTATION_FRAME_MS / 10
  const size = windowFrames / perFrame
  const second = overlapScores(activities, Math.ceil((frames.at(-1) ?? 0) / perFrame) + size)
  return frames.map(frame => {
    const from = Math.floor(frame / perFrame)
    return second.subarray(from, from + size).reduce((sum, value) => sum + value, 0) / size
  })
}
