import { isIPv6 } from 'node:net'

/** What limits per address count by: an IPv4 address, or the /64 of an IPv6 one, since one household holds a whole /64. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return `${[...groups, ...Array(plain.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':')}::/64`
}
