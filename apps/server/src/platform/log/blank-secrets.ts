const HIDDEN = '[hidden]'

/** Where a secret can stand inside a longer text: an address, a sub-protocol list, a quoted header. */
const secrets: [RegExp, string][] = [
  [/\b(bearer[ .])[\w\-.~+/=%]+/gi, `$1${HIDDEN}`],
  [
    /([?&](?:ticket|token|access_token|refresh_token|id_token_hint|code|state|code_verifier|signature|client_secret)=)[^&\s"'\\#]*/gi,
    `$1${HIDDEN}`,
  ],
  // The address of a shared link opens it.
  [/(\/shared\/)[\w-]{16,}/g, `$1${HIDDEN}`],
  [/(:\/\/[^:/@\s"]*:)[^@/\s"]+@/g, `$1${HIDDEN}@`],
]

/** No one can use what is left: bearers, tickets, signatures, codes and passwords in addresses are gone. */
export function blankSecrets(text: string): string {
  return secrets.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)
}
