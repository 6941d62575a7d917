import { SAMPLES_PER_MS } from '@livetap/audio'
import type { PeaksAnswer } from '@livetap/contract'
import type { PcmFile } from './runs/pcm-file'

const MIN_STEP_MS = 10
/** Of a long recording; enough for several screens of detail, and small enough to send at once. */
const MAX_STEPS = 120_000

/** The waveform: for every step its lowest and its highest sample, as signed bytes. */
export async function measurePeaks(
  file: Pick<PcmFile, 'durationMs' | 'samples' | 'blocks'>,
  onProgress: (share: number) => void,
  maxSteps = MAX_STEPS,
): Promise<PeaksAnswer> {
  const stepMs = Math.max(MIN_STEP_MS, Math.ceil(file.durationMs / maxSteps))
  const stepSamples = stepMs * SAMPLES_PER_MS
  const peaks: number[] = []
  let low = 0
  let high = 0
  let inStep = 0
  let read = 0
  const close = () => {
    peaks.push(low >> 8, high >> 8)
    low = 0
    high = 0
    inStep = 0
  }
  for await (const block of file.blocks()) {
    for (const sample of block) {
      if (sample < low) low = sample
      else if (sample > high) high = sample
      if (++inStep === stepSamples) close()
    }
    read += block.length
    onProgress(read / file.samples)
  }
  if (inStep > 0) close()
  return { duration_millis: file.durationMs, step_millis: stepMs, peaks }
}
