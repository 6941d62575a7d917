import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the folders of workers that are gone: what a kill left is of no use to anyone. */
export async function removeStaleScratch(
  folder: string,
  isLive: (workerId: string) => Promise<boolean>,
): Promise<void> {
  for (const workerId of await readdir(folder).catch(() => [] as string[]))
    if (!(await isLive(workerId))) await rm(join(folder, workerId), { recursive: true, force: true })
}
