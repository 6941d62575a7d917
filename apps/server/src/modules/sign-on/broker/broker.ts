import type { Provider } from 'oidc-provider'
import { BROKER_PREFIX } from './broker-paths'
import { type BrokerParts, createBrokerProvider } from './broker-provider'
import { shapeAnswers } from './token-answer'

export interface Broker {
  provider: Provider
  issuer: string
  origins: string[]
}

export interface BrokerOptions extends Omit<BrokerParts, 'issuer'> {
  /** Called with what the provider could not do; never with a request or a token. */
  onProblem: (error: Error) => void
}

export function createBroker({ onProblem, ...parts }: BrokerOptions): Broker {
  const { origins } = parts
  const issuer = `${origins[0]}${BROKER_PREFIX}`
  const provider = createBrokerProvider({ ...parts, issuer })
  shapeAnswers(provider)
  provider.on('server_error', (_ctx, error) => onProblem(error))
  // Koa's own event; without a listener it writes to the console.
  provider.addListener('error' as never, onProblem as never)
  return { provider, issuer, origins }
}
