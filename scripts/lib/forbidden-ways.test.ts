import { expect, test } from 'vitest'
import { forbiddenWays } from './forbidden-ways.mjs'

const rule = {
  from: /service/,
  to: [/^http/],
  notThrough: [{ from: /index/, to: /routes/ }],
}

const cruised = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([source, resolved]) => ({
    source,
    dependencies: resolved.map(path => ({ resolved: path })),
  }))

test('a forbidden module is found over one import and over several, with the way to it', () => {
  const modules = cruised({
    'a.service': ['a-error', 'http/route'],
    'a-error': ['a-reasons', 'http/errors'],
    'a-reasons': ['a-error'],
    'http/errors': ['http/server'],
    'a.routes': ['http/route'],
  })
  expect(forbiddenWays(modules, rule)).toEqual([
    ['a.service', 'http/route'],
    ['a.service', 'a-error', 'http/errors'],
  ])
})

test('a step that is left out is left out between those two alone', () => {
  const modules = cruised({
    'a.service': ['b/index'],
    'b/index': ['b.routes', 'b-detail'],
    'b.routes': ['http/route'],
    'b-detail': [],
  })
  expect(forbiddenWays(modules, rule)).toEqual([])
  modules.find(({ source }) => source === 'b-detail')!.dependencies.push({ resolved: 'b.routes' })
  // Seen through the index first, the routes are forbidden all the same where another file imports them.
  expect(forbiddenWays(modules, rule)).toEqual([
    ['a.service', 'b/index', 'b-detail', 'b.routes', 'http/route'],
  ])
})
