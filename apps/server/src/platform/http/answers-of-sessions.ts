import type { ServerResponse } from 'node:http'

/** Answers under way that end with a session: a long recording is not read on after its reader has signed out. */
export class AnswersOfSessions {
  readonly #open = new Map<string, Set<ServerResponse>>()

  hold(sessionId: string, answer: ServerResponse): void {
    const open = this.#open.get(sessionId) ?? new Set()
    this.#open.set(sessionId, open.add(answer))
    answer.once('close', () => {
      open.delete(answer)
      if (open.size === 0 && this.#open.get(sessionId) === open) this.#open.delete(sessionId)
    })
  }

  cut(sessionId: string): void {
    for (const answer of this.#open.get(sessionId) ?? []) answer.destroy()
  }
}
