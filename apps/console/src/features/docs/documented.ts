import type {
  AsyncApi,
  DocumentedCall,
  DocumentedSocket,
  OpenApi,
} from '@livetap/contract/calls/docs/schemas'

export interface CallRow {
  method: string
  path: string
  call: DocumentedCall
  entry: string
}

export interface CallGroup {
  family: string
  rows: CallRow[]
}

export interface SocketRow {
  name: string
  socket: DocumentedSocket
  entry: string
  /** Names of messages, by who sends them. */
  fromClient: string[]
  fromServer: string[]
}

const entryOf = ({ security }: DocumentedCall): string =>
  security.map(one => Object.keys(one)[0] ?? 'this machine').join(' or ') || 'public'

const lastOf = ({ $ref = '' }: Record<string, string>) => $ref.split('/').at(-1) ?? ''

const holds = (wanted: string, ...texts: string[]) =>
  wanted === '' || texts.some(text => text.toLowerCase().includes(wanted.toLowerCase()))

/** The calls that a search leaves, by family, in the document's own order. */
export function callGroups({ paths }: OpenApi, wanted: string): CallGroup[] {
  const groups = new Map<string, CallRow[]>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, call] of Object.entries(item)) {
      const family = call.tags[0] ?? ''
      if (!holds(wanted, path, method, call.operationId, call.summary, family)) continue
      const rows = groups.get(family) ?? []
      rows.push({ method: method.toUpperCase(), path, call, entry: entryOf(call) })
      groups.set(family, rows)
    }
  return [...groups].map(([family, rows]) => ({ family, rows }))
}

export function socketRows({ channels, operations }: AsyncApi, wanted: string): SocketRow[] {
  const operation = (name: string, action: 'send' | 'receive') =>
    Object.values(operations).find(one => one.action === action && one.channel.$ref === `#/channels/${name}`)
  const said = (name: string, action: 'send' | 'receive') =>
    operation(name, action)?.messages.map(lastOf) ?? []
  return Object.entries(channels)
    .map(([name, socket]) => ({
      name,
      socket,
      entry: operation(name, 'receive')?.security.map(lastOf).join(' or ') ?? '',
      fromClient: said(name, 'receive'),
      fromServer: said(name, 'send'),
    }))
    .filter(({ name, socket, fromClient, fromServer }) =>
      holds(wanted, name, socket.address, socket.summary, ...fromClient, ...fromServer),
    )
}
