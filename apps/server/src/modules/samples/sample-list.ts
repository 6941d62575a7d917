import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SHARDERS } from '@livetap/contract'
import { z } from 'zod'

const sampleSchema = z.object({
  file: z.string().regex(/^[a-z0-9-]+\.[a-z0-9]+$/),
  title: z.string(),
  source: z.string(),
  siteName: z.string(),
  number: z.string(),
  sharder: z.enum(SHARDERS),
  trainableShardPercent: z.number(),
})
export type Sample = z.infer<typeof sampleSchema>

/** The samples that come with the product: what they are made of, beside their recordings. */
export async function readSamples(folder: string): Promise<Sample[]> {
  return z.array(sampleSchema).parse(JSON.parse(await readFile(join(folder, 'scripts.json'), 'utf8')))
}
