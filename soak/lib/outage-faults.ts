import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { OutageSite } from './outage-site'

export interface Fault {
  name: string
  /** What every call must be answered with while it lasts; others may still be 200. */
  begin(site: OutageSite): Promise<void> | void
  end(site: OutageSite): Promise<void> | void
  /** Absent: it can be made everywhere. */
  needs?: (site: OutageSite) => string | undefined
}

const storageOf = (site: OutageSite) => join(site.dataDir, 'storage')
const mount = (args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })

export const faults: readonly Fault[] = [
  {
    name: 'database stopped',
    begin: ({ database }) => database.stop(),
    end: ({ database }) => database.start(),
  },
  {
    name: 'database frozen',
    begin: ({ database }) => database.freeze(),
    end: ({ database }) => database.thaw(),
  },
  {
    name: 'database killed',
    begin: ({ database }) => database.kill(),
    end: ({ database }) => database.start(),
  },
  {
    name: 'storage unwritable',
    needs: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a folder read-only'),
    begin(site) {
      mount(['--bind', storageOf(site), storageOf(site)])
      mount(['-o', 'remount,bind,ro', storageOf(site)])
    },
    end: site => void execFileSync('umount', ['--lazy', storageOf(site)], { stdio: 'ignore' }),
  },
  {
    name: 'disk full',
    needs: ({ disk }) => (disk ? undefined : 'mounting a small disk is not allowed here'),
    begin: ({ disk }) => disk!.fill(),
    end: ({ disk }) => disk!.free(),
  },
  {
    name: 'worker killed',
    begin: site => site.killWorker(),
    end: site => site.startWorker(),
  },
]
