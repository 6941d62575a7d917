import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CuttingProxy } from '../../testing/cutting-proxy'
import { createLog } from '../log/log'
import { Bus } from './bus'
import type { BusTransport } from './bus-transport'

export interface BusSite {
  /** Where the server of the transport answers. */
  address: string
  /** One process's own, by way of this port. */
  connect(port: number): Promise<{ transport: BusTransport; release?(): Promise<void> }>
}

interface Process {
  bus: Bus
  proxy: CuttingProxy
  heard: string[]
  /** How often it was told that it may have missed something. */
  misses(): number
}

/** What nodes may count on, regardless of what carries their messages. Called inside a `describe`. */
export function busContractSuite(site: () => BusSite): void {
  const releases: (() => Promise<unknown>)[] = []
  let topic: string
  beforeEach(() => {
    topic = randomUUID()
  })
  afterEach(async () => {
    for (const release of releases.splice(0).reverse()) await release()
  })

  /** A process behind a network of its own. */
  async function startProcess(): Promise<Process> {
    const { address, connect } = site()
    const proxy = await CuttingProxy.start(address)
    releases.push(() => proxy.stop())
    const { transport, release } = await connect(proxy.port)
    if (release) releases.push(release)
    const bus = new Bus({ pod: randomUUID(), transport, log: createLog('silent') })
    releases.push(() => bus.close())
    const heard: string[] = []
    let missed = 0
    bus.on(topic, subject => heard.push(subject))
    bus.onMissed(() => {
      missed += 1
    })
    await bus.start()
    return { bus, proxy, heard, misses: () => missed }
  }

  test('a message is heard by every node once, in the order in which it was said, and by its own node at once', async () => {
    const [one, two, three] = [await startProcess(), await startProcess(), await startProcess()]
    const said = Array.from({ length: 200 }, (_, at) => `subject ${at}`)
    for (const subject of said) one.bus.notify(topic, subject)
    expect(one.heard).toEqual(said)
    two.bus.notifyOthers(topic, 'last')
    for (const { heard } of [two, three])
      await vi.waitFor(() => expect(heard.filter(subject => subject !== 'last')).toEqual(said))
    await vi.waitFor(() => expect(one.heard).toEqual([...said, 'last']))
    expect(two.heard).toEqual(said)
    expect([one, two, three].map(({ misses }) => misses())).toEqual([0, 0, 0])
  })

  test('a node whose connection breaks hears what is said meanwhile, or learns that it may have missed it', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    two.proxy.goDown()
    one.bus.notify(topic, 'while away')
    await one.bus.settled()
    two.proxy.mend()
    await vi.waitFor(() => expect(two.heard.length + two.misses()).toBeGreaterThan(0))
    one.bus.notify(topic, 'when back')
    await vi.waitFor(() => expect(two.heard).toContain('when back'))
  })

  test('a bus that is away holds nothing up, and carries messages again when it is back', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    one.proxy.goDown()
    for (let at = 0; at < 20; at++) one.bus.notify(topic, 'lost')
    expect(one.heard).toHaveLength(20)
    await one.bus.settled()
    one.proxy.mend()
    await vi.waitFor(() => {
      one.bus.notify(topic, 'carried')
      expect(two.heard).toContain('carried')
    })
  })

  test('what is no message of ours disturbs no one', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const { transport } = await site().connect(one.proxy.port)
    releases.push(() => transport.close())
    await transport.send('not JSON')
    await transport.send('null')
    one.bus.notify(topic, 'after it')
    await vi.waitFor(() => expect(two.heard).toEqual(['after it']))
  })
}
