export type ZipErrorReason =
  | 'not_a_zip'
  | 'damaged'
  | 'encrypted'
  | 'unsafe_path'
  | 'link'
  | 'bad_name'
  | 'too_many_entries'
  | 'too_large'
  | 'bomb'

/** A zip that is refused; the message names the entry it is about and can be shown to the user. */
export class ZipError extends Error {
  override readonly name = 'ZipError'

  constructor(
    readonly reason: ZipErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const MAX_NAME = 120

/** A name from outside, short and without control characters. */
export function shownName(name: string): string {
  const plain = name.replace(/\p{C}/gu, '�')
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain
}
