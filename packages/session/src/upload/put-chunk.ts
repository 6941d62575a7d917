/** One PUT of one chunk. XMLHttpRequest in the browser: fetch does not report how much has been sent. */
export interface ChunkPut {
  url: string
  body: Blob
  contentRange: string
  /** Null where the bearer must not go. */
  token: string | null
  timeoutMs: number
  signal: AbortSignal
  onSent: (bytes: number) => void
}

export interface ChunkAnswer {
  status: number
  /** The `Range` header: what the server has so far. */
  range: string | null
  /** The answer's text, for its error shape. */
  text: string
  headers: Headers
}

/** Resolves with any answer, 308 included; rejects with an ApiError when none came. */
export type PutChunk = (put: ChunkPut) => Promise<ChunkAnswer>

/** The first byte that is wanted, from a `Range: bytes=0-N` header; without one the server has nothing. */
export function nextStart(range: string | null): number {
  const match = /^bytes=0-(\d+)$/.exec(range?.trim() ?? '')
  return match ? Number(match[1]) + 1 : 0
}
