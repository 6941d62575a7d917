/** Where a listing of trainable utterances goes on: behind this utterance. */
export interface SyncKey {
  /** Of the utterance: kept for evaluation (e_) or for training (t_). */
  evaluation: boolean
  /** The second it was made in, since 1970. */
  seconds: number
  /** Empty where a typed key has no '#', or something else than an id behind it. */
  id: string
}

/** Room for the key of any id, and for more than an id behind the '#'. */
export const MAX_SYNC_KEY_LENGTH = 2_000

/** A key counts up to its first '#': what follows leaves its type and its second valid. */
const FORM = /^([et])_(\d{1,12})(?:#(.*))?$/s
/** What the database can compare with an id. */
const ID = /^[!-~]{1,200}$/

export const encodeSyncKey = ({ evaluation, seconds, id }: SyncKey): string =>
  btoa(`${evaluation ? 'e' : 't'}_${seconds}#${id}`)

/** Undefined for what is no such key. */
export function decodeSyncKey(text: string): SyncKey | undefined {
  const [, type, seconds, rest = ''] = FORM.exec(decoded(text.trim())) ?? []
  if (type === undefined) return undefined
  return { evaluation: type === 'e', seconds: Number(seconds), id: ID.test(rest) ? rest : '' }
}

function decoded(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}
