import type { ArchiveFilter } from '@livetap/contract'

export interface ReadmeFacts {
  title: string
  region: string
  filter: ArchiveFilter
  requestedBy: string
  requestedAt: Date
  builtAt: Date
  count: number
  lengthMs: number
  /** Of the files beside the sound, by name. */
  checksums: Readonly<Record<string, string>>
  missing: number
}

/** What an archive says about itself. */
export function archiveReadme(facts: ReadmeFacts): string {
  const filter = Object.entries(facts.filter).map(([name, value]) => `  ${name}: ${String(value)}`)
  const sums = Object.entries(facts.checksums).map(([name, sum]) => `  ${sum}  ${name}`)
  const missing = facts.missing > 0 ? [`Left out because their sound is missing: ${facts.missing}`] : []
  return `${[
    facts.title,
    '',
    `Client region: ${facts.region}`,
    `Utterances: ${facts.count}`,
    `Hours: ${(facts.lengthMs / 3_600_000).toFixed(2)}`,
    `Requested by: ${facts.requestedBy}`,
    `Requested at: ${facts.requestedAt.toISOString()}`,
    `Built at: ${facts.builtAt.toISOString()}`,
    ...missing,
    '',
    'Filter:',
    ...(filter.length > 0
      ? filter
      : ['  none: all utterances of the region that are not marked as unusable']),
    '',
    'Files:',
    '  audio/ID.flac    the sound of an utterance, 16 kHz, one channel',
    '  manifest.jsonl   one JSON object per utterance in the NeMo form: audio_filepath, duration (seconds), text, and more',
    '  speakers.rttm    the speakers of each utterance in the RTTM form',
    '  SHA256SUMS       a checksum per sound file; check them with: sha256sum -c SHA256SUMS',
    '',
    'SHA-256:',
    ...sums,
  ].join('\n')}\n`
}
