import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { floatToPcm, readWav } from '@livetap/audio'
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

/** English recordings whose words are given by their source, not by an engine. */
export const exactTexts: ExactText[] = [
  {
    name: 'jfk',
    text: 'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    load: () => loadRecording('jfk'),
  },
  {
    name: 'austen-0870',
    text: 'and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them',
    load: () => loadRecording('austen-0870'),
  },
  {
    name: 'austen-0880',
    text: 'he was not an ill disposed young man',
    load: () => loadRecording('austen-0880'),
  },
  {
    name: 'austen-0890',
    text: 'unless to be rather cold hearted and rather selfish is to be ill disposed',
    load: () => loadRecording('austen-0890'),
  },
  {
    name: 'stereo, left',
    text: 'He began a confused complaint against the wizard, who had vanished behind the curtain on the left.',
    load: channel(0),
  },
  { name: 'stereo, right', text: 'The horizon seems extremely distant.', load: channel(1) },
]
