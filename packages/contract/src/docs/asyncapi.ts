import { z } from 'zod'
import { patternOf } from '../wire/endpoint'
import { namesIn } from '../wire/fill-path'
import type { SocketEndpoint, SocketMessages } from '../wire/socket'
import { type JsonSchema, jsonSchemaOf } from './json-schema'
import type { DocumentOptions } from './openapi'

interface Message {
  key: string
  message: { name: string; summary: string; contentType?: string; payload: JsonSchema }
}

/** Every socket of the gateway, with each message it sends and takes. */
export function asyncApiDocument(sockets: readonly SocketEndpoint[], { version, origin }: DocumentOptions) {
  const { host, protocol } = new URL(origin)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Livetap',
      version,
      description: 'The sockets of a running meeting and of the recognition proxy.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { gateway: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } },
    channels: Object.fromEntries(sockets.map(socket => [socket.name, channel(socket)])),
    operations: Object.fromEntries(
      sockets.flatMap(socket => [
        [`${socket.name}Receive`, operation(socket, 'receive', socket.fromClient)],
        [`${socket.name}Send`, operation(socket, 'send', socket.fromServer)],
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'In the header, or as a sub-protocol' },
        ticket: {
          type: 'httpApiKey',
          in: 'query',
          name: 'ticket',
          description: 'Part of live_addr; opens once',
        },
      },
    },
  }
}

function channel(socket: SocketEndpoint) {
  const { summary, path, query, subProtocols, closeCodes, fromClient, fromServer } = socket
  const names = namesIn(path)
  return {
    address: patternOf(socket).replace(/:([^/]+)/g, '{$1}'),
    summary,
    servers: [{ $ref: '#/servers/gateway' }],
    parameters:
      names.length > 0
        ? Object.fromEntries(names.map(name => [name, { description: `The ${name} in the address` }]))
        : undefined,
    messages: Object.fromEntries(
      [...fromClient, ...fromServer].flatMap(messagesOf).map(({ key, message }) => [key, message]),
    ),
    bindings: {
      ws: { method: 'GET', query: query && jsonSchemaOf(query, 'draft-7'), bindingVersion: '0.1.0' },
    },
    'x-sub-protocols': subProtocols,
    'x-close-codes': closeCodes,
  }
}

function operation(socket: SocketEndpoint, action: 'send' | 'receive', messages: readonly SocketMessages[]) {
  return {
    action,
    summary: action === 'receive' ? 'What a client sends' : 'What the server sends',
    channel: { $ref: `#/channels/${socket.name}` },
    security: [{ $ref: `#/components/securitySchemes/${socket.entry}` }],
    messages: messages
      .flatMap(messagesOf)
      .map(({ key }) => ({ $ref: `#/channels/${socket.name}/messages/${key}` })),
  }
}

function messagesOf(messages: SocketMessages): Message[] {
  if ('protobuf' in messages) {
    const { name, summary, protobuf } = messages
    const schemaFormat = 'application/vnd.google.protobuf;version=3'
    const payload = { schemaFormat, schema: protobuf }
    return [{ key: name, message: { name, summary, contentType: 'application/x-protobuf', payload } }]
  }
  const { schema, summary } = messages
  const each = schema instanceof z.ZodDiscriminatedUnion ? (schema.options as z.ZodObject[]) : [schema]
  return each.map(one => {
    const key = typeName(one) ?? messages.name
    return { key, message: { name: key, summary, payload: jsonSchemaOf(one, 'draft-7') } }
  })
}

/** Of a member of a union: what its `type` says. */
function typeName(schema: z.ZodType): string | undefined {
  const type = schema instanceof z.ZodObject ? schema.shape.type : undefined
  return type instanceof z.ZodLiteral ? String(type.value) : undefined
}
