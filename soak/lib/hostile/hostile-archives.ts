import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface HostileArchive {
  name: string
  zip: Uint8Array
}

async function zipOf(entries: Record<string, Buffer>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Vendor transcripts that cost a reader far more than their size. */
export async function hostileArchives(): Promise<HostileArchive[]> {
  const filled = (text: string, bytes: number) => Buffer.from(text.repeat(Math.ceil(bytes / text.length)))
  const json = Buffer.from(
    JSON.stringify(
      Array.from({ length: 120_000 }, (_, at) => ({ at, text: `<laugh> line ${at}`, words: [at, at + 1] })),
    ),
  )
  const kinds: Record<string, Record<string, Buffer>> = {
    brackets: { 'a.xml': filled('<', 2 ** 20) },
    nested: { 'a.json': Buffer.concat([filled('[', 2 ** 19), filled(']', 2 ** 19)]) },
    'large-json': { 'a.json': json },
    'open-quote': { 'a.textgrid': filled('text = "', 2 ** 20) },
    'many-entries': Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`${at}.txt`, Buffer.from('<a>')]),
    ),
  }
  return Promise.all(
    Object.entries(kinds).map(async ([name, entries]) => ({ name, zip: await zipOf(entries) })),
  )
}
