import type { AccessChange, AccessGuard, AccessQuestion } from '../../access'
import type { Principal } from '../../principal'

export interface HeldEntry {
  sessionId: string
  /** Absent while it is being read. */
  principal?: Principal
  question: AccessQuestion | undefined
  close(reason: 'session' | 'access'): void
}

export interface HeldEntriesOptions {
  access: AccessGuard
  /** Who the session is of now; nothing when it has ended. */
  principalOf(sessionId: string): Promise<Principal | undefined>
  onProblem(error: unknown): void
}

const AT_ONCE = 8

/** Sockets and answers that are open by a right: each is closed when its session ends or its right is taken away. */
export class HeldEntries {
  readonly #held = new Set<HeldEntry>()

  constructor(private readonly options: HeldEntriesOptions | undefined) {}

  /** Returns what lets go of it. */
  hold(entry: HeldEntry): () => void {
    this.#held.add(entry)
    return () => this.#held.delete(entry)
  }

  sessionEnded(sessionId: string): void {
    for (const entry of this.#held) if (entry.sessionId === sessionId) entry.close('session')
  }

  /** Decided again, by what the principal is now. */
  async changed({ userId, meetingId }: AccessChange): Promise<void> {
    const concerned = [...this.#held].filter(
      ({ principal, question }) =>
        (userId === undefined && meetingId === undefined) ||
        !principal ||
        principal.userId === userId ||
        (meetingId !== undefined && question?.target?.id.includes(meetingId)) ||
        (meetingId !== undefined && principal.shared?.meetingId === meetingId),
    )
    // Several at once: of thousands the last one has its 5 s too.
    const next = concerned.values()
    const decide = async () => {
      for (const entry of next)
        if (this.#held.has(entry))
          await this.#decideAgain(entry).catch(error => this.options?.onProblem(error))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, decide))
  }

  async #decideAgain(entry: HeldEntry): Promise<void> {
    if (!this.options || !entry.question) return
    const principal = await this.options.principalOf(entry.sessionId)
    if (!principal || !(await this.options.access.may(principal, entry.question))) entry.close('access')
  }
}
