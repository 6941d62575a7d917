import { setTimeout as wait } from 'node:timers/promises'

/** Resolves when the part works, rejects with the reason when it does not. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<void>

export interface Readiness {
  ready: boolean
  checks: Record<string, 'ok' | string>
  disk: 'ok' | 'low'
}

const CHECK_TIMEOUT_MS = 3000

/** What must work before this server should get calls. Each part adds its own check when it is wired. */
export class Health {
  readonly #checks = new Map<string, ReadinessCheck>()

  constructor(
    private readonly timeoutMs = CHECK_TIMEOUT_MS,
    /** A disk that is low, even full, still serves everyone who does not write. */
    private readonly isDiskLow: () => Promise<boolean> = async () => false,
  ) {}

  add(name: string, check: ReadinessCheck): void {
    this.#checks.set(name, check)
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await outcome(check, this.timeoutMs)] as const),
    )
    const isLow = await this.isDiskLow().catch(() => false)
    return {
      ready: results.every(([, result]) => result === 'ok'),
      checks: Object.fromEntries(results),
      disk: isLow ? 'low' : 'ok',
    }
  }
}

async function outcome(check: ReadinessCheck, timeoutMs: number): Promise<string> {
  const over = new AbortController()
  const timeout = wait(timeoutMs, 'no answer in time', { signal: over.signal }).catch(() => 'stopped')
  try {
    return await Promise.race([check(over.signal).then(() => 'ok'), timeout])
  } catch (error) {
    return (error as Error).message || 'failed'
  } finally {
    over.abort()
  }
}
