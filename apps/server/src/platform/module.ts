import type { Family } from '@livetap/contract'
import type { HttpServer } from './http/create-http-server'
import type { FamilyTable } from './http/families'
import type { Scope } from './scope'

/**
 * A part of the server that composes itself from the platform and the modules it needs. What it acquires while it
 * composes is owned by the platform's scope and released after the HTTP server has closed. `start` and `stop`
 * enclose its work in the background, which ends before the HTTP server closes.
 */
export interface Module {
  /** All that it does is for the calls of this family: where an upstream answers them, it has no routes and does not start. */
  family?: Family
  routes?(server: HttpServer): unknown
  start?(): unknown
  /** Called even when `start` failed. */
  stop?(): unknown
  /** What it gives to the modules that need it. */
  [gives: string]: unknown
}

export async function addRoutes(server: HttpServer, modules: Record<string, Module>): Promise<void> {
  for (const module of Object.values(modules))
    if (isWanted(module, server.families)) await module.routes?.(server)
}

/** In the given order; stopped in reverse, together with the scope. */
export async function startModules(
  scope: Scope,
  modules: Record<string, Module>,
  families: FamilyTable,
): Promise<void> {
  for (const [name, module] of Object.entries(modules)) {
    if (module.stop) scope.own(name, module, module => module.stop?.())
    if (isWanted(module, families)) await module.start?.()
  }
}

const isWanted = ({ family }: Module, families: FamilyTable) => !family || families[family] === 'embedded'
