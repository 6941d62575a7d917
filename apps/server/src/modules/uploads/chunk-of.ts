/** The source's bytes from `skip` on, at most `length` of them; tells of each part that arrives. */
export async function* chunkOf(
  source: AsyncIterable<Uint8Array>,
  skip: number,
  length: number,
  onBytes: () => void,
): AsyncGenerator<Uint8Array> {
  let toSkip = skip
  let wanted = length
  for await (const bytes of source) {
    onBytes()
    const from = Math.min(toSkip, bytes.byteLength)
    toSkip -= from
    const to = Math.min(bytes.byteLength, from + wanted)
    if (to > from) yield from === 0 && to === bytes.byteLength ? bytes : bytes.subarray(from, to)
    wanted -= to - from
    if (wanted === 0) return
  }
}
