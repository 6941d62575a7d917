/** A database with every table and no row: copying it takes a fraction of the time that the migrations take. */
export const MIGRATED_TEMPLATE = 'livetap_migrated'

export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
