import { hkdfSync } from 'node:crypto'

/** Keys for different uses are derived from the one secret, so that none can stand in for another. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'livetap', use, 32))
}
