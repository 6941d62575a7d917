import { Scope } from '@livetap/session'
import { type DependencyList, useLayoutEffect, useState } from 'react'

/**
 * A session object for as long as its screen is open; other `deps` are another one, and the linter holds them against `open`. That makes it, starts it and gives to
 * the scope what ends with it: the scope is disposed once for each opening. Opened before the first paint, so that calls are under
 * way while the empty screen is drawn. What is opened late is shown late, unless it is not wanted any more.
 */
export function useSession<S extends object>(
  open: (scope: Scope) => S | undefined | Promise<S | undefined>,
  deps: DependencyList,
): S | undefined {
  const [session, setSession] = useState<S>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callers name them
  useLayoutEffect(() => {
    const scope = new Scope()
    const opened = open(scope)
    if (opened instanceof Promise) void opened.then(late => !scope.disposed && setSession(late))
    else setSession(opened)
    return () => scope.dispose()
  }, [...deps])
  return session
}
