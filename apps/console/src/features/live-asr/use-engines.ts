import { type EngineState, ML_ENGINES } from '@livetap/contract'
import { listEngines } from '@livetap/contract/calls/choices'
import { useMemo } from 'react'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi } from '../../shared/session/session-context'

export interface Engines {
  /** In the documents' order; what the server does not offer is there with the reason. */
  list: EngineState[]
  loading: boolean
  reload: () => void
}

const absent = (name: string, reason: string): EngineState => ({
  name,
  available: false,
  reason,
  languages: [],
  features: [],
})

export function useEngines(): Engines {
  const api = useApi()
  const { data, loading, error, reload } = useRemoteLoad(
    signal => api.call(listEngines, {}, { signal }),
    [api],
  )
  const list = useMemo(() => {
    const known = data?.engines ?? []
    const others = known.filter(({ name }) => !ML_ENGINES.some(engine => engine === name))
    const reason = error ? `Not known: ${error.message}` : 'This server does not offer it'
    const listed = ML_ENGINES.map(name => known.find(engine => engine.name === name) ?? absent(name, reason))
    return [...listed, ...others]
  }, [data, error])
  return { list, loading, reload }
}
