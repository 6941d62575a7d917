import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const source = 'apps/console/src'
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', source])
  .toString()
  .split('\n')
  .filter(path => /\.tsx?$/.test(path) && !/\.test(-support)?\.tsx?$/.test(path))
  .map(path => ({ path: path.slice(source.length + 1), text: readFileSync(path, 'utf8') }))

const filesWith = (spelling: RegExp) =>
  files.filter(({ text }) => spelling.test(text)).map(({ path }) => path)

/** The formatter indents the body of a component or hook by two, and what runs later by more. */
const REF_WRITTEN_IN_RENDER = /^ {2}(if \(.*\) )?[\w.]+\.current (\?\?|\|\|)?= /m
/** As the effect itself, or among its own statements; a listener or an answer that sets a state is indented further. */
const EFFECT = /^ {2}use(?:Layout)?Effect\(\(\) => (.*(?:\n {4}.*|\n$)*)/gm
const SETS_STATE = /^(?:void )?set[A-Z]\w*\(|^ {4}(?:else )?set[A-Z]\w*\(/m

const setsStateInEffect = (text: string) =>
  [...text.matchAll(EFFECT)].some(([, body = '']) => SETS_STATE.test(body))

/** The session that was opened, the element of the frame and the width of an element are known only once they are there. */
const MAY_SET = [
  'shared/frame/slots.tsx',
  'shared/session/use-session.ts',
  'shared/ui/layout/use-client-width.ts',
]

describe('the console has one mechanism for each need', () => {
  test.each([
    ['a subscription to a store', /\buseSyncExternalStore\b/, ['shared/use-store.ts']],
    ['a virtual list', /\bnew VirtualRows\b/, ['shared/virtual-rows/use-virtual-rows.ts']],
    ['a cache of lists', /\buseQuery\b|\buseInfiniteQuery\b/, ['shared/remote/list-queries.tsx']],
    ['a clock that renders', /setInterval\(\(\) => set[A-Z]/, ['shared/time/use-now.ts']],
  ])('%s is made in one file', (_need, spelling, expected) => {
    expect(filesWith(spelling)).toEqual(expected)
  })

  test('no ref is written while a component renders: `useEffectEvent` reads what is newest', () => {
    expect(filesWith(REF_WRITTEN_IN_RENDER)).toEqual([])
    expect(REF_WRITTEN_IN_RENDER.test('  newest.current = run\n')).toBe(true)
    expect(REF_WRITTEN_IN_RENDER.test('    newest.current = run\n')).toBe(false)
  })

  test('an effect sets a state only to what it has read outside React', () => {
    const setting = files.filter(({ text }) => setsStateInEffect(text)).map(({ path }) => path)
    expect(setting).toEqual(MAY_SET)
    expect(setsStateInEffect('  useEffect(() => setOpen(false), [id])\n')).toBe(true)
    expect(
      setsStateInEffect('  useEffect(() => {\n    if (id) return\n    setOpen(false)\n  }, [id])\n'),
    ).toBe(true)
    expect(setsStateInEffect('  useEffect(() => {\n    load(() => setOpen(false))\n  }, [id])\n')).toBe(false)
  })
})
