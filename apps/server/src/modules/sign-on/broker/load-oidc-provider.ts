export type OidcProvider = typeof import('oidc-provider')

const NOTICE = 'oidc-provider WARNING: Unsupported runtime'

/** The library greets Node 20 with a warning at import. We support that Node and test on it, so an operator need not read it. */
export async function loadOidcProvider(): Promise<OidcProvider> {
  const { warn } = console
  console.warn = (...given: unknown[]) => {
    if (!String(given[0]).includes(NOTICE)) warn(...given)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
