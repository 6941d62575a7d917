import { BlockList, isIPv6 } from 'node:net'

/** The names that the framework knows for networks. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is among these addresses, networks (`10.0.0.0/8`) and names of networks (`loopback`). */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries.flatMap(name => NETWORKS[name] ?? [name])) {
    const [network = '', bits] = entry.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    list.addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return address => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
