import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = process.env.LIVETAP_SPOKEN ?? join(homedir(), '.cache/livetap/spoken')

/**
 * What a voice said once, as 16 kHz samples. A synthesiser draws its own lots, so that every run hears the same clips
 * only where they are kept; and speaking takes longer than recognising.
 */
export async function spokenOnce(
  voice: string,
  text: string,
  say: () => Promise<Int16Array> | Int16Array,
): Promise<Int16Array> {
  const folder = join(cache, voice)
  const file = join(folder, `${text.toLowerCase().replace(/[^a-z]+/g, '-')}.pcm`)
  if (!existsSync(file)) {
    const said = await say()
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, new Uint8Array(said.buffer, said.byteOffset, said.byteLength))
    renameSync(`${file}.${process.pid}`, file)
  }
  const bytes = readFileSync(file)
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
