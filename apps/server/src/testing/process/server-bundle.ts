import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildForTest, spawnFolder } from './spawn-server'

/** The bundle that users run, built once for the tests of a file. Returns where it is; to be called at the top of the file. */
export function serverBundle(): { readonly main: string } {
  let bundle: Awaited<ReturnType<typeof buildForTest>>
  beforeAll(async () => {
    bundle = await buildForTest()
  })
  afterAll(() => bundle.remove())
  return {
    get main() {
      return bundle.main
    },
  }
}

/** A data folder for one test. */
export async function newDataFolder(): Promise<string> {
  const folder = await spawnFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}
