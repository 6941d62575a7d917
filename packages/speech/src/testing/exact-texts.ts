import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { floatToPcm } from '@livetap/audio'
import { readWav } from '@livetap/audio/testing'
import { readingNames, readingText } from './own-recordings'
import { loadRecording, sharedAudio } from './recordings'

export interface ExactText {
  name: string
  text: string
  load: () => Int16Array
}

const channel = (index: number) => () => {
  const { channels } = readWav(readFileSync(join(sharedAudio()!, 'stereo-two-readers.wav')))
  return floatToPcm(channels[index]!)
}

const stereo: ExactText[] = [
  {
    name: 'stereo, left',
    text: 'He began a confused complaint against the wizard, who had vanished behind the curtain on the left.',
    load: channel(0),
  },
  { name: 'stereo, right', text: 'The horizon seems extremely distant.', load: channel(1) },
]

/** English recordings of people whose words are given by their source, not by an engine. */
export const exactTexts: ExactText[] = [
  ...readingNames.map(name => ({ name, text: readingText(name), load: () => loadRecording(name) })),
  ...(sharedAudio() ? stereo : []),
]
