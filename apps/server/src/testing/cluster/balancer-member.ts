import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPrograms, findProgram } from '../programs/debian-programs'
import { Member } from './member'

export interface BalancedNode {
  name: string
  port: number
}

/** The path by which the balancer leads to one node: `LIVETAP_NODE_URL` names it behind the public address. */
export const nodePath = (name: string) => `/nodes/${name}`

/** haproxy in front of the gateways: any of them for calls, one by its path for a meeting's socket. */
export function balancerMember(folder: string, port: number, nodes: readonly BalancedNode[]): Member {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, balancerConfig(port, nodes))
  return new Member({
    name: 'haproxy',
    folder,
    port,
    command: findProgram(debianPrograms.haproxy),
    args: ['-db', '-f', path],
    // At once: what still goes through it has ended with the gateways.
    stopSignal: 'SIGTERM',
    stopMs: 5_000,
    isReady: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1_000) })
      return answer.status < 600
    },
  })
}

/** As the README shows it. */
function balancerConfig(port: number, nodes: readonly BalancedNode[]): string {
  const server = ({ name, port: at }: BalancedNode) => `  server ${name} 127.0.0.1:${at}`
  const routes = nodes.map(({ name }) => `  use_backend ${name} if { path_beg ${nodePath(name)}/ }`)
  const own = nodes.map(
    node => `backend ${node.name}
  http-request replace-path ${nodePath(node.name)}(/.*) \\1
${server(node)}
`,
  )
  return `global
  maxconn 4000
  log stdout format raw local0 notice
defaults
  mode http
  log global
  option forwardfor
  option redispatch
  retries 3
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout queue 10s
  timeout http-request 15s
  timeout tunnel 1h
  timeout check 3s
  # A node that stops answers 503 and takes nothing more; one that is dead or frozen has its sockets closed at once.
  option httpchk GET /healthz
  default-server check inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
frontend livetap
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-Proto http
${routes.join('\n')}
  default_backend gateways
backend gateways
  balance leastconn
${nodes.map(server).join('\n')}
${own.join('')}`
}
