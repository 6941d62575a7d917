import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/db/embedded/free-port'
import { debianPrograms, findProgram, missingPrograms } from './debian-programs'
import { startNameServer } from './name-server'
import { ownCertificate } from './own-certificate'
import { untilListening } from './until-listening'

export const missingNginx = missingPrograms(debianPrograms.nginx, debianPrograms.openssl)

const template = new URL('../../../../../deploy/nginx/livetap.conf.template', import.meta.url)

export interface Nginx {
  /** 'https://localhost:PORT' */
  origin: string
  plainPort: number
  /** As clients trust its certificate. */
  ca: string
  /** Names that it looked up. */
  asked: string[]
  stop(): Promise<void>
}

/** The front of deploy/, with ports and a certificate of its own, leading to one gateway. */
export async function startNginx(port: number, gatewayPort: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-nginx-'))
  const names = await startNameServer()
  const plainPort = await freePort()
  const { certificate, key, pem } = ownCertificate(folder)
  const filled = {
    FRONT_RESOLVER: `127.0.0.1:${names.port}`,
    FRONT_GATEWAYS: `gateways.test:${gatewayPort}`,
    FRONT_NODE_SUFFIX: `.test:${gatewayPort}`,
  }
  const site = Object.entries(filled)
    .reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, value), readFileSync(template, 'utf8'))
    .replace('listen 8443', `listen 127.0.0.1:${port}`)
    .replace('listen 8080', `listen 127.0.0.1:${plainPort}`)
    .replace('/etc/nginx/tls/tls.crt', certificate)
    .replace('/etc/nginx/tls/tls.key', key)
    .replace('/dev/stdout', join(folder, 'access.log'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const path = join(folder, 'nginx.conf')
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(
    path,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}`,
  )
  const release = async () => {
    names.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', path]
  const checked = spawnSync(findProgram(debianPrograms.nginx), ['-t', ...args], { encoding: 'utf8' })
  if (checked.status !== 0) {
    await release()
    throw new Error(`nginx -t: ${checked.stderr}`)
  }
  const child = spawn(findProgram(debianPrograms.nginx), args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    await release()
  }
  await untilListening(child, port).catch(async error => {
    await stop()
    throw error
  })
  return { origin: `https://localhost:${port}`, plainPort, ca: pem, asked: names.asked, stop }
}
