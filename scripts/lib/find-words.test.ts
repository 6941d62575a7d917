import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findWords, readableFiles, wordsOfName } from './find-words.mjs'
import { exceptions, words } from './word-list.mjs'

const list = [
  { word: 'told', use: 'sent', in: 'names' },
  { word: 'told apart', use: 'diarized' },
  { word: 'someone', use: 'a user' },
]

function found(files: Record<string, string>, allowed: { file: RegExp; words?: string[] }[] = []): string[] {
  const root = mkdtempSync(join(tmpdir(), 'livetap-words-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findWords(root, Object.keys(files), list, allowed)
}

test('a name is read word by word', () => {
  expect(
    ['splitUnheard', 'HTTPServer', '#toldSamples', 'spent_marks', 'kept-calls.test.ts'].map(wordsOfName),
  ).toEqual(['split unheard', 'http server', 'told samples', 'spent marks', 'kept calls'])
})

test('a word is found in names, comments over two lines, texts, titles and file names, with its place', () => {
  const code = [
    'const wasTold = 1',
    '/**',
    ' * Voices are told',
    ' * apart.',
    ' */',
    "const text = 'someone is here'",
    "const untoldThings = 'someone'",
  ].join('\n')
  const title = "test.each([[1]])('someone %s', () => expect('someone is here').toBe(1))"
  expect(
    found({
      'packages/a/src/told-late.ts': code,
      'packages/a/src/b.test.ts': title,
      'docs/X.md': 'a `someone` and\nsomeone',
    }),
  ).toEqual([
    'packages/a/src/told-late.ts: the file is named "told", use: sent',
    'packages/a/src/told-late.ts:1: "told" in wasTold, use: sent',
    'packages/a/src/told-late.ts:6: "someone", use: a user',
    'packages/a/src/told-late.ts:3: "told apart", use: diarized',
    'packages/a/src/b.test.ts:1: "someone", use: a user',
    'docs/X.md:2: "someone", use: a user',
  ])
})

test('an exception excuses a file, or single words of it', () => {
  const files = { 'packages/a/src/a.ts': 'const wasTold = 1 // someone' }
  expect(found(files, [{ file: /a\.ts$/ }])).toEqual([])
  expect(found(files, [{ file: /a\.ts$/, words: ['told'] }])).toEqual([
    'packages/a/src/a.ts:1: "someone", use: a user',
  ])
})

test('only files that git tracks are read, and none that has been deleted', () => {
  const root = mkdtempSync(join(tmpdir(), 'livetap-words-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of ['a.ts', 'deleted.ts', 'image.png', 'generated.ts']) writeFileSync(join(root, name), '')
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  execFileSync('git', ['add', 'a.ts', 'deleted.ts', 'image.png'], { cwd: root })
  rmSync(join(root, 'deleted.ts'))
  expect(readableFiles(root)).toEqual(['a.ts'])
})

test('names and texts use the words of the glossary', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = readableFiles(root)
  expect(files.length).toBeGreaterThan(1_000)
  expect(findWords(root, files, words, exceptions)).toEqual([])
})
