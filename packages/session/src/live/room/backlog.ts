/** One voice's speech, as far as there is no text of it yet. Times are this computer's. */
export interface VoiceLag {
  /** Where the speech without text began. */
  readonly sinceMs: number
  /** Undefined while the voice speaks. */
  readonly stoppedMs: number | undefined
}

/** By voice; a voice that has all its text is not in it. */
export type Backlog = ReadonlyMap<string, VoiceLag>

/** Less without text is a cough, or the pause before the voice is found silent. */
const NOISE_MS = 1500
/** Sound that has no text so long after its end was no speech. */
const NEVER_MS = 15_000

export function speechStarted(backlog: Backlog, voice: string, nowMs: number): Backlog {
  const sinceMs = backlog.get(voice)?.sinceMs ?? nowMs
  return new Map(backlog).set(voice, { sinceMs, stoppedMs: undefined })
}

export function speechStopped(backlog: Backlog, voice: string, nowMs: number): Backlog {
  const lag = backlog.get(voice)
  return lag ? settled(new Map(backlog).set(voice, { ...lag, stoppedMs: nowMs }), voice) : backlog
}

/** Text of that voice reaches up to `untilMs`. */
export function textReached(backlog: Backlog, voice: string, untilMs: number): Backlog {
  const lag = backlog.get(voice)
  if (!lag || untilMs <= lag.sinceMs) return backlog
  return settled(new Map(backlog).set(voice, { ...lag, sinceMs: untilMs }), voice)
}

/** What the service says where it does; from what is known here otherwise. */
export const howFarBehindMs = (
  room: { readonly behindMs: number | undefined; readonly backlog: Backlog },
  nowMs: number,
): number => room.behindMs ?? behindMs(room.backlog, nowMs)

/** How old the oldest speech without text is; 0 when there is none. */
export function behindMs(backlog: Backlog, nowMs: number): number {
  let most = 0
  for (const { sinceMs, stoppedMs } of backlog.values())
    if (stoppedMs === undefined || nowMs - stoppedMs < NEVER_MS) most = Math.max(most, nowMs - sinceMs)
  return most
}

function settled(backlog: Map<string, VoiceLag>, voice: string): Backlog {
  const { sinceMs, stoppedMs } = backlog.get(voice)!
  if (stoppedMs !== undefined && stoppedMs - sinceMs < NOISE_MS) backlog.delete(voice)
  return backlog
}
