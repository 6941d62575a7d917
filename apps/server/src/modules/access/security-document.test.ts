import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { policyTables } from './security-document'

const root = new URL('../../../../../', import.meta.url)
const document = readFileSync(new URL('docs/SECURITY.md', root), 'utf8')
const [, written] = /<!-- policy -->\n([\s\S]*)\n<!-- \/policy -->/.exec(document) ?? []

test('the tables of docs/SECURITY.md are the policy’s', () => {
  expect(written?.trim()).toBe(policyTables())
})

const [, threats = ''] = /\| threat \|.*\n\|.*\n([\s\S]*?)\n\n/.exec(document) ?? []
const rows = threats.split('\n').map(row => row.split(' | '))

test('every threat of docs/SECURITY.md names a test that is there, by its file and title', () => {
  expect(rows.length).toBeGreaterThan(10)
  const missing: string[] = []
  for (const [threat = '', , shown = ''] of rows) {
    const tests = [...shown.matchAll(/`([^`]+\.(?:test|spec)\.ts)`: (.+?)(?=<br>| \|$)/g)]
    if (tests.length === 0) missing.push(`no test: ${threat}`)
    for (const [, path = '', title = ''] of tests) {
      const file = new URL(path, root)
      if (!existsSync(file) || !readFileSync(file, 'utf8').includes(title)) missing.push(`${path}: ${title}`)
    }
  }
  expect(missing).toEqual([])
})
