import { createContext, useContext } from 'react'
import { useStore } from '../shared/use-store'
import type { Startup, StartupState } from './startup'

export const StartupContext = createContext<Startup | null>(null)

export function useStartup(): Startup {
  const startup = useContext(StartupContext)
  if (!startup) throw new Error('outside the app')
  return startup
}

export function useStartupState(): StartupState {
  const startup = useStartup()
  return useStore(startup)
}
