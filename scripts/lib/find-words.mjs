import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const isTest = path => /\.(test|spec|test-support|shots)\.tsx?$|\/testing\/|^e2e\//.test(path)
const testCalls = new Set(['test', 'it', 'describe'])

/**
 * Source, tests and documents of a repository, by their paths from its root: what git tracks, since other files come and
 * go while tests and builds run.
 */
export const readableFiles = root =>
  execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.md', '*.css'], { cwd: root })
    .toString()
    .split('\0')
    .filter(path => path && !path.includes('/fixtures/') && existsSync(join(root, path)))

/** `splitUnheard`, `split_unheard` and `split-unheard.ts` are 'split unheard'. */
export const wordsOfName = name =>
  name
    .replace(/\.(test|spec)?\.?(tsx?|mjs|css|md)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .toLowerCase()
    .trim()

function rootName(expression) {
  let node = expression
  while (
    ts.isPropertyAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isTaggedTemplateExpression(node)
  )
    node = ts.isTaggedTemplateExpression(node) ? node.tag : node.expression
  return ts.isIdentifier(node) ? node.text : ''
}

const isTitle = node =>
  ts.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  testCalls.has(rootName(node.parent.expression))

/** A text for people has spaces; what a test sends or expects is data, but for its titles. */
function isProse(node, path) {
  if (
    !ts.isStringLiteralLike(node) &&
    !ts.isTemplateHead(node) &&
    !ts.isTemplateMiddle(node) &&
    !ts.isTemplateTail(node)
  )
    return ts.isJsxText(node)
  const whole = ts.isStringLiteralLike(node)
    ? node
    : node.parent.kind === ts.SyntaxKind.TemplateSpan
      ? node.parent.parent
      : node.parent
  if (isTitle(whole)) return true
  return !isTest(path) && /\w \w/.test(node.text)
}

/** The names and the texts of a source file, each with its place. */
function partsOf(path, code) {
  const kind = path.endsWith('.tsx')
    ? ts.ScriptKind.TSX
    : path.endsWith('.mjs')
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
  const parts = []
  const strings = []
  const visit = node => {
    const at = node.getStart(source)
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      parts.push({ kind: 'names', at, text: node.text })
    else if (isProse(node, path)) parts.push({ kind: 'texts', at, text: code.slice(at, node.end) })
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateLiteralToken(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node)
    )
      strings.push([at, node.end])
    ts.forEachChild(node, visit)
  }
  visit(source)
  let rest = ''
  for (const [from, to] of strings)
    if (from >= rest.length) rest += code.slice(rest.length, from) + ' '.repeat(to - from)
  rest += code.slice(rest.length)
  for (const { 0: text, index } of rest.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g))
    parts.push({ kind: 'texts', at: index, text })
  return parts
}

/** Blanks what a document shows as code. */
const withoutCode = text => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, code => code.replace(/[^\n]/g, ' '))

/** In any spelling, `toldApart` and `told * apart` alike. */
const lettersOf = text => text.replace(/[\s*/_-]+/g, '').toLowerCase()

/** Words of the list in names, comments, texts, titles and file names of a tree: the place, the word and its replacement. */
export function findWords(root, files, words, exceptions) {
  const patterns = words.map(entry => ({
    ...entry,
    letters: lettersOf(entry.word),
    pattern: new RegExp(`(?<![\\w-])${entry.word.split(' ').join('[\\s*/]+')}(?![\\w-])`, 'gi'),
  }))
  return files.flatMap(path => {
    const excused = exceptions.filter(({ file }) => file.test(path))
    if (excused.some(one => !one.words)) return []
    const code = readFileSync(join(root, path), 'utf8')
    const letters = lettersOf(path + code)
    const likely = patterns.filter(
      entry =>
        letters.includes(entry.letters) &&
        (!entry.under || path.startsWith(entry.under)) &&
        !excused.some(one => one.words.includes(entry.word)),
    )
    const all = likely.length > 0 ? ` ${wordsOfName(`${path} ${code}`)} ` : ''
    const kept = likely.filter(({ word }) => all.includes(` ${word} `))
    // Most files hold none of the words, and need not be parsed.
    if (kept.length === 0) return []
    const parts = /\.(tsx?|mjs)$/.test(path)
      ? partsOf(path, code)
      : [{ kind: 'texts', at: 0, text: path.endsWith('.md') ? withoutCode(code) : code }]
    const lineOf = at => code.slice(0, at).split('\n').length
    const inFile = parts.flatMap(({ kind, at, text }) =>
      kept.flatMap(entry => {
        if (entry.in && entry.in !== kind) return []
        if (kind === 'names')
          return ` ${wordsOfName(text)} `.includes(` ${entry.word} `)
            ? [{ line: lineOf(at), text, ...entry }]
            : []
        return [...text.matchAll(entry.pattern)].map(({ index }) => ({
          line: lineOf(at + index),
          text: '',
          ...entry,
        }))
      }),
    )
    const named = kept.filter(
      ({ in: only, word }) =>
        only !== 'texts' && ` ${wordsOfName(path.split('/').at(-1))} `.includes(` ${word} `),
    )
    return [
      ...named.map(({ word, use }) => `${path}: the file is named "${word}", use: ${use}`),
      ...inFile.map(
        ({ line, text, word, use }) => `${path}:${line}: "${word}"${text && ` in ${text}`}, use: ${use}`,
      ),
    ]
  })
}
