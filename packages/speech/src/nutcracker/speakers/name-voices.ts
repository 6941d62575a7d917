/** What is known of a window of speech when the voices of a stream are named anew. */
export interface NamedWindow {
  pool: { count: number }
  /** Whose it was held to be last. */
  speaker?: string
  /** Everyone that it was ever held to be. */
  former?: readonly string[]
}

interface Share {
  voice: number
  speaker: string
  frames: number
}

/** How much of each voice was whose, most first. */
function sharesOf<T extends NamedWindow>(
  windows: readonly T[],
  labels: readonly number[],
  speakersOf: (window: T) => readonly string[],
): Share[] {
  const shares = new Map<string, Share>()
  windows.forEach((window, at) => {
    const voice = labels[at]!
    if (voice < 0) return
    for (const speaker of speakersOf(window)) {
      const share = shares.get(`${voice} ${speaker}`) ?? { voice, speaker, frames: 0 }
      share.frames += window.pool.count
      shares.set(`${voice} ${speaker}`, share)
    }
  })
  return [...shares.values()].sort((a, b) => b.frames - a.frames)
}

/**
 * The speaker of each voice that was heard before: who most of its speech was held to be; two voices are never one speaker.
 * Two voices that were taken for one for a while and are distinguished again get both of their names back.
 */
export function nameVoices(windows: readonly NamedWindow[], labels: readonly number[]): Map<number, string> {
  const names = new Map<number, string>()
  const taken = new Set<string>()
  const give = ({ voice, speaker }: Share) => {
    if (names.has(voice) || taken.has(speaker)) return
    names.set(voice, speaker)
    taken.add(speaker)
  }
  sharesOf(windows, labels, ({ speaker }) => (speaker === undefined ? [] : [speaker])).forEach(give)
  sharesOf(windows, labels, ({ former }) => former ?? []).forEach(give)
  return names
}
