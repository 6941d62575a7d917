import { Watched } from '@livetap/session'
import { carriesModifier, type KeyPress, matchesKeys } from './key-match'

export interface Shortcut {
  /** e.g. `mod+Enter`, `?`, `ArrowDown`; several alternatives in a list. */
  keys: string | readonly string[]
  /** What it does, as the help says it. */
  label: string
  /** Absent: listed in the help only (the browser or a component handles it). */
  run?: () => void
}

/** The keys of the screens that are open now. The newest registration wins, so a dialog overrides its screen. */
export class ShortcutRegistry extends Watched {
  readonly #groups: { readonly shortcuts: readonly Shortcut[] }[] = []
  #snapshot: readonly Shortcut[] = []

  readonly getSnapshot = (): readonly Shortcut[] => this.#snapshot

  register(shortcuts: readonly Shortcut[]): () => void {
    const group = { shortcuts }
    this.#groups.push(group)
    this.#changed()
    return () => {
      const at = this.#groups.indexOf(group)
      if (at < 0) return
      this.#groups.splice(at, 1)
      this.#changed()
    }
  }

  /** The shortcut a press runs, if any. */
  find(press: KeyPress, isTyping: boolean): Shortcut | undefined {
    for (const shortcut of this.#snapshot.toReversed()) {
      if (!shortcut.run) continue
      const keys = [shortcut.keys].flat()
      if (keys.some(key => matchesKeys(key, press) && (!isTyping || carriesModifier(key)))) return shortcut
    }
    return undefined
  }

  #changed(): void {
    this.#snapshot = this.#groups.flatMap(group => group.shortcuts)
    this.changed()
  }
}

export const shortcutRegistry = new ShortcutRegistry()
