import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from './variables'

const root = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const readme = read('README.md')

test('the README names every variable and no other', () => {
  const named = readme.match(
    /\b(LIVETAP_[A-Z_]+|DATABASE_URL|REDIS_URL|GOOGLE_APPLICATION_CREDENTIALS|PORT|HOST)\b/g,
  )
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(variables).toSorted())
})

test('every npm command of the documents is one of ours', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/ARCHITECTURE.md', 'Dockerfile']
  const named = documents.flatMap(path =>
    [...read(path).matchAll(/npm (?:run )?([a-z]+)/g)].map(match => match[1]!),
  )
  const npmsOwn = ['ci', 'packages', 'package', 'prune', 'tarballs', 'install']
  expect(named.filter(name => !(name in scripts) && !npmsOwn.includes(name))).toEqual([])
})
