import { createHmac, timingSafeEqual } from 'node:crypto'

export const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

export function verify(key: Buffer, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
