import { meetingFiles } from '../../meetings'
import { measurePeaks } from '../measure-peaks'
import type { Stage } from '../stage'

export const peaksStage: Stage<'peaks'> = {
  name: 'peaks',
  async run({ meeting, files, progress }) {
    const peaks = await measurePeaks(await files.track(null), progress)
    await files.storeBytes(meetingFiles.peaks(meeting.id), new TextEncoder().encode(JSON.stringify(peaks)))
    const count = peaks.peaks.length / 2
    return {
      output: { stepMs: peaks.step_millis, count },
      ledger: [{ event: 'peaksMeasured', fields: { step_ms: peaks.step_millis, count } }],
    }
  },
}
