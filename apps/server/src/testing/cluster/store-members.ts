import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../platform/db/embedded/free-port'
import { debianPrograms, findProgram } from '../programs/debian-programs'
import { Member } from './member'

const BUCKET = 'livetap'

/** A server that speaks S3, over a folder. */
export async function s3Member(folder: string): Promise<Member> {
  const port = await freePort()
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const files = join(folder, 'objects')
  return new Member({
    name: 's3',
    folder,
    port,
    command: process.execPath,
    args: [program, ...['-d', files, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', BUCKET]],
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/`)).status < 500,
  })
}

export const s3Env = (address: string): Record<string, string> => ({
  LIVETAP_STORAGE: `s3://${BUCKET}`,
  AWS_ENDPOINT_URL: address,
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_REGION: 'us-east-1',
})

/** Keeps nothing over a restart: what matters is not in it. */
export async function redisMember(folder: string): Promise<Member> {
  const port = await freePort()
  return new Member({
    name: 'redis',
    folder,
    port,
    command: findProgram(debianPrograms.redis),
    args: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ],
    isReady: () => answersPing(port),
  })
}

function answersPing(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const end = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(1_000, () => end(false))
    socket.on('error', () => end(false))
    socket.on('data', data => end(String(data).startsWith('+PONG')))
    socket.write('PING\r\n')
  })
}
