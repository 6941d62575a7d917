import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** From the bundle in `dist` and from this file in `src/platform` the repository's root is not equally far. */
const inBundle = !import.meta.url.endsWith('.ts')
const root = new URL(inBundle ? '../../../' : '../../../../', import.meta.url)

function readVersion(): string {
  try {
    return (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version
  } catch {
    return 'unknown'
  }
}

/** What is installed beside the server. */
export const installation = {
  version: readVersion(),
  /** The console's build. */
  console: fileURLToPath(new URL('apps/console/dist', root)),
  samples: fileURLToPath(new URL('samples', root)),
}
