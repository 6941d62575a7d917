/** The tests that need neither a browser, a speech model nor a fleet. Arguments go to vitest: `npm run unit -- live-room`. */
import { ensureInstalled } from './lib/install.mjs'
import { bin, node } from './lib/run.mjs'

await ensureInstalled()
const projects = ['--project', 'unit', '--project', 'server']
const { code } = await node([bin('vitest/vitest.mjs'), 'run', ...projects, ...process.argv.slice(2)], {
  env: { TEST_LIMIT_MS: '20000' },
})
process.exit(code)
