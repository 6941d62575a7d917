/**
 * Checks types: the whole tree, and each part of the product with the types of where it runs alone. What was found is
 * kept, so that the next check reads what has changed since.
 */
import { bin, node } from './lib/run.mjs'

const configs = ['tsconfig.json', 'tsconfig.browser.json', 'tsconfig.node.json', 'tsconfig.shared.json']

const check = config => {
  const kept = ['--incremental', '--tsBuildInfoFile', `.cache/types/${config}.tsbuildinfo`]
  return node([bin('typescript-native/bin/tsc'), '-p', config, ...kept], { capture: true })
}

const results = await Promise.all(configs.map(check))
for (const [i, { code, output }] of results.entries())
  if (code !== 0) process.stderr.write(`${configs[i]}:\n${output}`)
process.exit(results.every(({ code }) => code === 0) ? 0 : 1)
