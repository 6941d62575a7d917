import type { z } from 'zod'
import type { Doing, Endpoint } from './endpoint'

/** What travels in one direction: JSON by schema (each member of a union is a message of its own), or bytes. */
export type SocketMessages =
  | { readonly name: string; readonly summary: string; readonly schema: z.ZodType }
  | { readonly name: string; readonly summary: string; readonly protobuf: string }

/** One socket of the wire. */
export type SocketEndpoint = SocketDescription & Doing

interface SocketDescription extends Pick<Endpoint, 'name' | 'summary' | 'family' | 'path'> {
  readonly entry: 'bearer' | 'ticket'
  /** With entry 'ticket': what its tickets are for, and the parameter of the path that names the thing they open. */
  readonly ticket?: { readonly purpose: string; readonly param: string }
  readonly query?: z.ZodObject
  /** Sub-protocols that a client offers, and what each is for. */
  readonly subProtocols?: Readonly<Record<string, string>>
  readonly fromClient: readonly SocketMessages[]
  readonly fromServer: readonly SocketMessages[]
  /** `access_ended`: the caller may no longer do what it was opened for. */
  readonly closeCodes: Readonly<Record<string, number>> & { readonly access_ended: number }
}

export const defineSocket = <const S extends SocketEndpoint>(socket: S): S => socket
