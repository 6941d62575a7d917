import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const source = 'apps/console/src'
const readAll = (...folders: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders])
    .toString()
    .split('\n')
    .filter(path => /\.tsx?$/.test(path) && !/\.test(-support)?\.tsx?$/.test(path))
    .filter(path => existsSync(path))
    .toSorted()
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))

const files = readAll(source).map(({ path, text }) => ({ path: path.slice(source.length + 1), text }))

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

/** Ways to write a date besides the two of `shared/time`. */
const OTHER_DATES =
  /\btoLocale(?:Date|Time)?String\b|\bDateTimeFormat\b|\.toFormat\(|\bget(?:UTC)?(?:FullYear|Month|Hours)\(|\bfrom '(?:luxon|dayjs)'/

/** What is typed into a field of dates is the documents' text of a range. */
const MAY_READ_DATES = ['shared/dates/date-range.ts']

/** Their title is a heading. */
const HEADED = new Set(['Modal', 'Drawer', 'Alert'])

/** Elements of a file that say their hint by the browser's title, which has delays of its own. */
function hintsOfTheirOwn({ path, text }: { path: string; text: string }): string[] {
  if (!/\btitle=|\bTooltip\b|<title/.test(text) || !path.endsWith('.tsx')) return []
  const found: string[] = []
  const foreign = new Set<string>(['Link', 'NavLink'])
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && /^'@mantine\//.test(node.moduleSpecifier.getText())) {
      const named = node.importClause?.namedBindings
      if (named && ts.isNamedImports(named))
        for (const { name } of named.elements) {
          foreign.add(name.text)
          if (name.text === 'Tooltip') found.push(`${path}: Tooltip`)
        }
    }
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const tag = node.tagName.getText()
      const isTitled = node.attributes.properties.some(
        one => ts.isJsxAttribute(one) && one.name.getText() === 'title',
      )
      const isForeign = /^[a-z]/.test(tag) || (foreign.has(tag.split('.')[0]!) && !HEADED.has(tag))
      if (tag === 'title' || (isTitled && isForeign)) found.push(`${path}: ${tag}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

describe('the console has one mechanism for each need', () => {
  test.each([
    ['a subscription to a store', /\buseSyncExternalStore\b/, ['shared/use-store.ts']],
    ['a virtual list', /\bnew VirtualRows\b/, ['shared/virtual-rows/use-virtual-rows.ts']],
    ['a cache of lists', /\buseQuery\b|\buseInfiniteQuery\b/, ['shared/remote/list-queries.tsx']],
    ['a clock that renders', /setInterval\(\(\) => set[A-Z]/, ['shared/time/use-now.ts']],
    ['a date in the documents’ format', /\bMMM\b.*HH:mm:ss\.SSS ZZ/, ['shared/time/format-date.ts']],
    ['a relative date', /\bRelativeTimeFormat\b/, ['shared/time/relative-text.ts']],
    ['the delays of a hint', /\bTOOLTIP_OPEN_MS\b/, ['app/rail/rail.tsx', 'shared/ui/hints/hints.ts']],
  ])('%s is made in one file', (_need, spelling, expected) => {
    expect(filesWith(spelling)).toEqual(expected)
  })

  test('a date is formatted in one of two ways: as the documents have it, or relative', () => {
    expect(filesWith(OTHER_DATES)).toEqual(MAY_READ_DATES)
    expect(OTHER_DATES.test('new Date(start).toLocaleString()')).toBe(true)
    expect(OTHER_DATES.test("at.toFormat('HH:mm')")).toBe(true)
  })

  test('a number of things is counted by one helper: "1 meeting"', () => {
    const ways = readAll(source, 'packages').filter(({ text }) => /=== 1 \? '/.test(text))
    expect(ways.map(({ path }) => path)).toEqual([])
  })

  test('a hint is a `data-hint`, which keeps the documents’ delays: none is a title of the browser or a tooltip', () => {
    expect(files.flatMap(hintsOfTheirOwn)).toEqual([])
    const own = (text: string) => hintsOfTheirOwn({ path: 'a.tsx', text })
    expect(own('const a = <span title="late">x</span>')).toEqual(['a.tsx: span'])
    expect(own("import { Button } from '@mantine/core'\nconst a = <Button title={b} />")).toEqual([
      'a.tsx: Button',
    ])
    expect(own("import { Tooltip } from '@mantine/core'")).toEqual(['a.tsx: Tooltip'])
    expect(own("import { Modal } from '@mantine/core'\nconst a = <Modal title={b} />")).toEqual([])
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
