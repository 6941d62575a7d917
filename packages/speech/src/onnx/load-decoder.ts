import { readFile } from 'node:fs/promises'
import { withOneVocabulary } from './one-vocabulary'
import { type InferenceSession, loadSession } from './session'

/** The session of a merged export, for a `SeqDecoder`. */
export async function loadDecoder(file: string, threads: number): Promise<InferenceSession> {
  return loadSession(withOneVocabulary(await readFile(file)), { threads, arena: true, foldsTables: true })
}
