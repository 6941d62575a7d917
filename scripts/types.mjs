/** Checks types: the whole tree, and each part of the product with the types of where it runs alone. */
import { bin, node } from './lib/run.mjs'

const configs = ['tsconfig.json', 'tsconfig.browser.json', 'tsconfig.node.json', 'tsconfig.shared.json']

const results = await Promise.all(
  configs.map(config => node([bin('typescript-native/bin/tsc'), '-p', config], { capture: true })),
)
for (const [i, { code, output }] of results.entries())
  if (code !== 0) process.stderr.write(`${configs[i]}:\n${output}`)
process.exit(results.every(({ code }) => code === 0) ? 0 : 1)
