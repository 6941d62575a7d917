/** Fails when a package with platform parts lacks one of the platforms that users run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPlatforms } from './lib/platforms.mjs'
import { fail, root } from './lib/run.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const missing = missingPlatforms(lock)
if (missing.length > 0)
  fail(missing.map(({ name, platform }) => `${name} has no ${platform} part in package-lock.json`).join('\n'))
