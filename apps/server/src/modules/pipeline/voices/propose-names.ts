import { matchVoices, type RecordedVoice } from '@livetap/speech'
import type { PcmFile } from '../runs/pcm-file'
import type { StageContext } from '../stage'
import type { Turn } from '../stage-outputs'
import { cleanSpeech } from './clean-speech'

/**
 * Names for voices that sound like ones the host has named before. Prints of this recording are compared and
 * forgotten. A meeting without proposals is as good as one with: a failure is logged and nothing more.
 */
export async function proposeNames(
  { meeting, known, speech, signal, log }: StageContext,
  recordings: readonly { file: PcmFile; turns: readonly Turn[] }[],
): Promise<void> {
  try {
    const named = await known.voices()
    if (named.length === 0) return
    const recorded: RecordedVoice[] = []
    for (const { file, turns } of recordings)
      for (const speaker of new Set(turns.map(([speaker]) => speaker))) {
        const parts = cleanSpeech(turns, speaker)
        const print = parts.length > 0 && (await speech.voicePrint({ path: file.path, parts }, { signal }))
        if (print) recorded.push({ speaker, print })
      }
    await known.propose(matchVoices(recorded, named))
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ meeting: meeting.id, err: error }, 'proposing names of voices failed')
  }
}
