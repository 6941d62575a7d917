import { createSign } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface GoogleCredentials {
  client_email: string
  private_key: string
  private_key_id?: string
  project_id?: string
}

export async function readGoogleCredentials(path: string): Promise<GoogleCredentials> {
  const found = JSON.parse(await readFile(path, 'utf8')) as Partial<GoogleCredentials>
  if (!found.client_email || !found.private_key) throw new Error('it is not the key of a service account')
  return found as GoogleCredentials
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token signed by the service account itself, which Google's own services take without an exchange. */
export function signedToken(credentials: GoogleCredentials, audience: string, nowSeconds: number): string {
  const header = part({ alg: 'RS256', typ: 'JWT', kid: credentials.private_key_id })
  const claims = part({
    iss: credentials.client_email,
    sub: credentials.client_email,
    aud: audience,
    iat: nowSeconds,
    exp: nowSeconds + 3_600,
  })
  const signature = createSign('RSA-SHA256')
    .update(`${header}.${claims}`)
    .sign(credentials.private_key, 'base64url')
  return `${header}.${claims}.${signature}`
}
