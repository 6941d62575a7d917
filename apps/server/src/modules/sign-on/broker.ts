import type { Provider } from 'oidc-provider'
import { BROKER_PREFIX } from './broker-paths'
import { type BrokerParts, createBrokerProvider } from './broker-provider'
import { shapeAnswers } from './token-answer'

export interface RunningBroker {
  provider: Provider
  issuer: string
  origins: string[]
}

export interface Broker {
  running(): RunningBroker
}

export interface BrokerOptions extends Omit<BrokerParts, 'issuer' | 'origins'> {
  origins: () => string[]
  /** Told of what the provider could not do; never with a request or a token. */
  onProblem: (error: Error) => void
}

/** Made at the first request: the addresses it answers for are known once the server listens. */
export function createBroker({ origins, onProblem, ...parts }: BrokerOptions): Broker {
  let running: RunningBroker | undefined
  const start = (): RunningBroker => {
    const known = origins()
    const issuer = `${known[0]}${BROKER_PREFIX}`
    const provider = createBrokerProvider({ ...parts, issuer, origins: known })
    shapeAnswers(provider)
    provider.on('server_error', (_ctx, error) => onProblem(error))
    // Koa's own event; without a listener it writes to the console.
    provider.addListener('error' as never, onProblem as never)
    return { provider, issuer, origins: known }
  }
  return {
    running() {
      running ??= start()
      return running
    },
  }
}
