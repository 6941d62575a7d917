const MAX_NAME = 120

/** A name from outside, short and without control characters. */
export function shownName(name: string): string {
  const plain = name.replace(/\p{C}/gu, '�')
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain
}
