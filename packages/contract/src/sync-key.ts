/** Where a listing of trainable utterances goes on: behind this utterance. */
export interface SyncKey {
  /** Of the utterance: kept for evaluation (e_) or for training (t_). */
  evaluation: boolean
  /** The second it was made in, since 1970. */
  seconds: number
  /** Empty where a key that somebody typed ends before '#'. */
  id: string
}

/** Seconds up to the year 9999; an id of printable ASCII. */
const FORM = /^([et])_(\d{1,12})(?:#([!-"$-~]{0,200}))?$/

export const encodeSyncKey = ({ evaluation, seconds, id }: SyncKey): string =>
  btoa(`${evaluation ? 'e' : 't'}_${seconds}#${id}`)

/** Undefined for what is no such key. */
export function decodeSyncKey(text: string): SyncKey | undefined {
  const [, type, seconds, id = ''] = FORM.exec(decoded(text.trim())) ?? []
  return type === undefined ? undefined : { evaluation: type === 'e', seconds: Number(seconds), id }
}

function decoded(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}
