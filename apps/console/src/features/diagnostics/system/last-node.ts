import type { SystemNode } from '@livetap/contract'

/** A node that was not heard of for so long takes nothing. */
export const SILENT_MS = 10_000

type Work = 'calls' | 'recordings'
type Taker = Pick<SystemNode, 'pod' | 'role' | 'draining' | 'silent_ms'>

const takes = (role: string): Work[] =>
  role === 'worker' ? ['recordings'] : role === 'gateway' ? ['calls'] : ['calls', 'recordings']

/** The work that no other node would take if this one took none. */
export function lastFor(node: Taker, nodes: readonly Taker[]): Work[] {
  const others = nodes.filter(
    ({ pod, draining, silent_ms }) => pod !== node.pod && !draining && silent_ms <= SILENT_MS,
  )
  return takes(node.role).filter(work => !others.some(({ role }) => takes(role).includes(work)))
}
