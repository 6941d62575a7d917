import { useEffect, useEffectEvent } from 'react'
import { type Shortcut, shortcutRegistry } from './shortcut-registry'

/**
 * The keys of this screen: they run while it is open and `?` lists them. Bare keys rest while the user
 * types. Pass a fresh array freely: it is registered again only when keys or labels change.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((at: number) => shortcuts[at]?.run?.())
  const signature = JSON.stringify(shortcuts.map(({ keys, label, run }) => [keys, label, Boolean(run)]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature represents the shortcuts
  useEffect(
    () =>
      shortcutRegistry.register(
        shortcuts.map((shortcut, at) => ({ ...shortcut, run: shortcut.run && (() => run(at)) })),
      ),
    [signature],
  )
}
