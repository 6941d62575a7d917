import { join } from 'node:path'
import { beforeAll, inject, onTestFinished } from 'vitest'
import { serverFolder, spawnFolder } from './spawn-server'

let building: Promise<string> | undefined
let buildingScripted: Promise<string> | undefined

/** The bundle that users run, built once by a worker for all its files. Returns where it is; to be called at the top of the file. */
export function serverBundle(): { readonly main: string } {
  let main = ''
  beforeAll(async () => {
    building ??= build(join(inject('bundlesFolder'), String(process.pid)))
    main = await building
  })
  return {
    get main() {
      return main
    },
  }
}

/** The same with engines that need no model, see `scripted-main.ts`. */
export function scriptedBundle(): { readonly main: string } {
  let main = ''
  beforeAll(async () => {
    buildingScripted ??= buildScripted(join(inject('bundlesFolder'), `${process.pid}-scripted`))
    main = await buildingScripted
  })
  return {
    get main() {
      return main
    },
  }
}

async function buildScripted(folder: string): Promise<string> {
  const { bundle } = (await import(join(serverFolder, 'build.mjs'))) as {
    bundle(entryPoints: Record<string, string>, to: string): Promise<void>
  }
  await bundle({ main: 'apps/server/src/testing/process/scripted-main.ts' }, folder)
  return join(folder, 'main.js')
}

async function build(folder: string): Promise<string> {
  const { buildServer } = (await import(join(serverFolder, 'build.mjs'))) as {
    buildServer(to: string): Promise<void>
  }
  await buildServer(folder)
  return join(folder, 'main.js')
}

/** A data folder for one test. */
export async function newDataFolder(): Promise<string> {
  const folder = await spawnFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}
