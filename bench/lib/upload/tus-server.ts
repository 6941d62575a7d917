/** The yardstick: tus with its own file store, made to sync each chunk to disk as ours does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

class SyncedFileStore extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const written = await super.write(source, id, offset)
    const file = await open(join(this.directory, id), 'r+')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
    return written
  }
}

const directory = mkdtempSync(join(tmpdir(), 'livetap-tus-'))
const tus = new Server({ path: '/files', datastore: new SyncedFileStore({ directory }) })
const server = createServer((request, reply) => {
  if (request.url !== '/usage') return void tus.handle(request, reply)
  const { user, system } = process.cpuUsage()
  reply.end(JSON.stringify({ cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() }))
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(0)
})
