import { expect, test, vi } from 'vitest'
import { ShortcutRegistry } from './shortcut-registry'

const press = { key: 'h', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('the newest registration wins and gives way when it goes', () => {
  const registry = new ShortcutRegistry()
  const changed = vi.fn()
  registry.subscribe(changed)
  registry.register([{ keys: 'h', label: 'screen', run: () => {} }])
  const leave = registry.register([{ keys: ['h', 'x'], label: 'dialog', run: () => {} }])
  expect(registry.find(press, false)?.label).toBe('dialog')
  leave()
  leave()
  expect(registry.find(press, false)?.label).toBe('screen')
  expect(registry.getSnapshot().map(shortcut => shortcut.label)).toEqual(['screen'])
  expect(changed).toHaveBeenCalledTimes(3)
})

test('bare keys stay with the text while typing, and help-only entries run nothing', () => {
  const registry = new ShortcutRegistry()
  registry.register([
    { keys: 'h', label: 'bare', run: () => {} },
    { keys: 'mod+h', label: 'with modifier', run: () => {} },
    { keys: 'Escape', label: 'listed only' },
  ])
  expect(registry.find(press, true)).toBeUndefined()
  expect(registry.find({ ...press, ctrlKey: true }, true)?.label).toBe('with modifier')
  expect(registry.find({ ...press, key: 'Escape' }, false)).toBeUndefined()
})
