import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { DatabaseError } from '../database-error'

const schema = z.object({ port: z.number().int(), password: z.string() })

/** Where the embedded database listens and its password: readable by the server's own user alone. */
export type ClusterFile = z.infer<typeof schema>

export const clusterFolder = (dataDir: string) => resolve(dataDir, 'postgres')
export const clusterFilePath = (dataDir: string) => resolve(dataDir, 'postgres.json')

export const clusterUrl = ({ port, password }: ClusterFile, database = 'livetap') =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

export function readClusterFile(dataDir: string): ClusterFile | undefined {
  let text: string
  try {
    text = readFileSync(clusterFilePath(dataDir), 'utf8')
  } catch {
    return undefined
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new DatabaseError('password_lost', `${clusterFilePath(dataDir)} cannot be read as JSON`, {
      cause: error,
    })
  }
}

export function writeClusterFile(dataDir: string, file: ClusterFile): void {
  const path = clusterFilePath(dataDir)
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

export const newPassword = () => randomBytes(24).toString('hex')
