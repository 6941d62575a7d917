import { expect } from 'vitest'
import type { SpawnedServer } from './spawn-server'

/** Expects that the start fails, and answers the one line it said. */
export async function startProblemOf(server: SpawnedServer): Promise<string> {
  expect(await server.exited).toBe(1)
  const { stderr } = server.output()
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/^Livetap cannot start: /)
  expect(stderr).not.toMatch(/\n\s+at /)
  return stderr
}
