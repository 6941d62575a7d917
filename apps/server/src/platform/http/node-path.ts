import type { IncomingMessage } from 'node:http'

/**
 * Behind one address each node has a path of its own ('/nodes/one'). A balancer may take it off or leave it: here it is
 * taken off. So is a sibling's ('/nodes/two'): a socket that was led to the wrong node is then told so by its room, and
 * its client asks for the address again.
 */
export function withoutNodePath(
  nodePath: string | undefined,
): ((request: IncomingMessage) => string) | undefined {
  if (nodePath === undefined || nodePath === '/') return undefined
  const siblings = nodePath.slice(0, nodePath.lastIndexOf('/') + 1)
  // A node whose path is the only segment has no siblings that could be distinguished from the routes.
  const strip =
    siblings === '/' ? (url: string) => after(url, nodePath) : (url: string) => afterAny(url, siblings)
  return ({ url = '/' }) => strip(url)
}

const after = (url: string, path: string) => (url.startsWith(`${path}/`) ? url.slice(path.length) : url)

function afterAny(url: string, siblings: string): string {
  if (!url.startsWith(siblings)) return url
  const end = url.indexOf('/', siblings.length)
  return end > siblings.length ? url.slice(end) : url
}
