import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { routes } from '../product/routes'
import { families } from '../wire/families'
import { allEndpoints, allSockets } from './all'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A prefix counts where an address is written: behind a quote, a host or a placeholder, up to the end of its segment. */
const prefixes = Object.values(families).map(
  prefix => new RegExp(`(?<![\\w/.])(?:[a-z]+://[\\w.:]+)?${escaped(prefix)}(?=[/?'"\`*])`),
)

/** What is before and between the parameters: '/web/meetings', '/transcript/live'. */
const isConsoleAddress = (text: string) =>
  Object.values(routes).some(route => `${route}/`.startsWith(`${text.split('/', 2).join('/')}/`))
const parts = [...allEndpoints, ...allSockets].flatMap(({ family, path }) =>
  family === 'origin' ? [] : path.split(/\/:[^/]+/).filter(part => part !== '' && part !== '/'),
)
const heads = parts
  .filter(part => part.split('/').length > 2 && !isConsoleAddress(part))
  .map(part => new RegExp(`${escaped(part.split('/').slice(0, 3).join('/'))}(?=[/?'"\`$*]|\\\\/)`))
/** One segment alone says little: it counts behind a parameter, as in `${id}/status`. */
const tails = parts
  .filter(part => part.split('/').length === 2)
  .map(part => new RegExp(`(?<!p)(?:[iI]d|meeting)\\}${escaped(part)}(?=[/?'"\`])`))

const patterns = [...new Map([...prefixes, ...heads, ...tails].map(one => [one.source, one])).values()]

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|reports)$/.test(entry.name) ? [] : sources(path)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
  })
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** In the examples below @ stands for the $ of a placeholder. */
const placed = (example: string) => example.replace('@', '$')

const spelled = (code: string) => patterns.map(pattern => pattern.exec(code)?.[0]).filter(Boolean)

test('a path of a family is spelled in the contract and nowhere else', () => {
  const again = ['apps', 'packages', 'e2e', 'bench', 'soak', 'scripts']
    .flatMap(sources)
    .filter(path => !path.startsWith('packages/contract/src/'))
    .flatMap(path =>
      spelled(withoutComments(readFileSync(join(root, path), 'utf8'))).map(found => `${path}: ${found}`),
    )
  expect(again).toEqual([])
})

test.each([
  "fetch('/partner-api/web/x')",
  'fetch(`@{origin}/asr`)',
  "['LIVETAP_TRAINABLE_URL', '/trainable']",
  "'http://h.example:80/backend-api/x'",
  "endsWith('/web/recordings/meetings/upload')",
  '`/@{id}/status`',
  '`@{meeting.id}/transcript?limit=1`',
])('%s is found', code => {
  expect(spelled(placed(code))).not.toEqual([])
})

test.each(["from '../modules/asr'", "'/trainable_shard/1'", '`/proc/@{pid}/status`', "'/webex_meeting/7'"])(
  '%s is no such path',
  code => {
    expect(spelled(placed(code))).toEqual([])
  },
)
