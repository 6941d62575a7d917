import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { withoutNodePath } from './node-path'

const through = (nodePath: string | undefined, url: string) =>
  withoutNodePath(nodePath)?.({ url } as IncomingMessage) ?? url

test('the path of a node is taken off, and that of a sibling', () => {
  expect(through('/nodes/one', '/nodes/one/calls/web?after=1')).toBe('/calls/web?after=1')
  expect(through('/nodes/one', '/nodes/two/healthz')).toBe('/healthz')
  expect(through('/one', '/one/healthz')).toBe('/healthz')
})

test('everything else stays as it was', () => {
  for (const url of ['/', '/nodes', '/nodes/', '/nodes//healthz', '/nodesone/x', '/calls/nodes/one/x'])
    expect(through('/nodes/one', url)).toBe(url)
  expect(through('/one', '/two/healthz')).toBe('/two/healthz')
  for (const none of [undefined, '/']) expect(withoutNodePath(none)).toBeUndefined()
})
