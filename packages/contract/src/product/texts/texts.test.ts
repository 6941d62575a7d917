import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { texts } from '.'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

/** Texts too long to match by accident; a parametrised one counts by what is before its parameter. */
function distinctive(node: unknown): string[] {
  if (typeof node === 'string') return node.length >= 16 ? [node] : []
  if (typeof node === 'function')
    return distinctive(String(node('\u0000', '\u0000')).split('\u0000')[0]!.trim())
  return Object.values(node as object).flatMap(distinctive)
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sources(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

test('a text of the documents is spelled in the catalogue and nowhere else', () => {
  const catalogue = distinctive(texts)
  expect(catalogue.length).toBeGreaterThan(120)
  const again = [...sources('apps'), ...sources('packages')]
    .filter(path => !path.startsWith('packages/contract/'))
    .flatMap(path => {
      const code = withoutComments(readFileSync(join(root, path), 'utf8')).replaceAll("\\'", "'")
      return catalogue.filter(text => code.includes(text)).map(text => `${path}: ${text}`)
    })
  expect(again).toEqual([])
})

test('a failure that the documents have no text for raises no toast', () => {
  const ownWords = /\b(toasts|notices|notify)\.error\(\s*(?:['"]|`(?!\$\{text)|\(error as Error\))[^\n]*/g
  const toasts = [...sources('apps/console/src'), ...sources('packages/session/src')].flatMap(path => {
    const code = readFileSync(join(root, path), 'utf8')
    return [...code.matchAll(ownWords)].map(([call]) => `${path}: ${call}`)
  })
  expect(toasts).toEqual([])
})
