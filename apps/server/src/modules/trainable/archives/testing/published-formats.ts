/** Loaders of archives, written from the published descriptions of the formats and from nothing of ours. */

export interface NemoEntry {
  audio_filepath: string
  duration: number
  text: string
  [more: string]: unknown
}

/** NeMo: one JSON object per line with audio_filepath, duration in seconds, and text. */
export function readNemoManifest(content: string): NemoEntry[] {
  return content
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      const row = JSON.parse(line) as NemoEntry
      if (typeof row.audio_filepath !== 'string' || typeof row.text !== 'string')
        throw new Error(`line ${at + 1} lacks audio_filepath or text`)
      if (!(typeof row.duration === 'number' && row.duration > 0))
        throw new Error(`line ${at + 1} lasts nothing`)
      return row
    })
}

export interface RttmTurn {
  file: string
  channel: number
  start: number
  duration: number
  speaker: string
}

/** RTTM (NIST RT-09): ten fields between spaces; type, file, channel, onset, duration, <NA>, <NA>, name, <NA>, <NA>. */
export function readRttm(content: string): RttmTurn[] {
  return content
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      const fields = line.split(' ')
      const [type, file, channel, start, duration, orthography, subtype, speaker, confidence, lookahead] =
        fields
      const absent = [orthography, subtype, confidence, lookahead]
      if (fields.length !== 10 || type !== 'SPEAKER' || absent.some(field => field !== '<NA>'))
        throw new Error(`line ${at + 1} is not RTTM: ${line}`)
      const turn = { file: file!, channel: Number(channel), start: Number(start), duration: Number(duration) }
      if (Object.values(turn).some(value => Number.isNaN(value)))
        throw new Error(`line ${at + 1}: bad number`)
      return { ...turn, speaker: speaker! }
    })
}
