import { ServiceError } from '../../../platform/service-error'

/** UTF-8, or UTF-16 where a byte order mark says so (Praat writes it); anything else is refused rather than guessed. */
export function decodeText(content: Buffer): string {
  const encoding = markedEncoding(content)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(content)
    if (!text.includes('\0')) return text
  } catch (cause) {
    throw new ServiceError('invalid', `is not text in ${encoding.toUpperCase()}`, { cause })
  }
  throw new ServiceError('invalid', 'is not text: it has zero bytes')
}

function markedEncoding([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}
