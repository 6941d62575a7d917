import { createHash } from 'node:crypto'

/** Names a client to the others; its own id stays between it and the service. */
export const clientKey = (clientId: string): string =>
  createHash('sha256').update(clientId).digest('hex').slice(0, 12)
