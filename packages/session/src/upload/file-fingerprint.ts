import type { UploadCreateBody } from '@livetap/contract'

/** A file as a browser gives it; a plain Blob has neither name nor date. */
export type UploadFile = Blob & { readonly name?: string; readonly lastModified?: number }

const EDGE_BYTES = 64 * 1024

/**
 * The same for the same file uploaded with the same settings. The content's two ends count too: a recording that
 * was overwritten in the same second keeps its name, size and date.
 */
export async function fileFingerprint(file: UploadFile, body: UploadCreateBody): Promise<string> {
  const { start_at_utc: _startOfThisAttempt, ...settings } = body
  const label = JSON.stringify([file.name ?? '', file.size, file.lastModified ?? 0, settings])
  const edges = new Blob([label, file.slice(0, EDGE_BYTES), file.slice(Math.max(0, file.size - EDGE_BYTES))])
  const digest = await crypto.subtle.digest('SHA-256', await edges.arrayBuffer())
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
