import type { BackupKeys } from '../target/backup-keys'
import { Block } from './block'

/** What is to be done with the first bytes of a block: to find the name of the part, or to seal it under a name. */
export interface SealingJob {
  memory: SharedArrayBuffer
  bytes: number
  sealAs?: string
}

/** The name, or how long it is sealed. */
export type SealingResult = string | number

export function runSealingJob(keys: BackupKeys, { memory, bytes, sealAs }: SealingJob): SealingResult {
  const { content, sealed } = new Block(memory)
  const given = content.subarray(0, bytes)
  return sealAs === undefined ? keys.partName(given) : keys.seal(sealAs, given, sealed).byteLength
}
