import { type GoogleCredentials, readGoogleCredentials, signedToken } from '@livetap/speech'
import type { CloudLoggingConfig } from '../../../platform/config/config'
import type { LogRow } from '../event-rows'
import {
  type CloudLogEntry,
  type CloudQuery,
  cloudFilter,
  cloudPageSchema,
  logRowOf,
} from './cloud-log-entry'

const AUDIENCE = 'https://logging.googleapis.com/'
const TIMEOUT_MS = 15_000
const PAGE_SIZE = 1000
/** One metric of one meeting that has more entries than this is cut; its count is then too low. */
const MAX_PAGES = 20

/** The project's log at Google Cloud Logging: entries are written to it and read from it. */
export class CloudLogging {
  readonly #logName: string

  constructor(private readonly options: CloudLoggingConfig) {
    this.#logName = `projects/${options.project}/logs/livetap`
  }

  async write(entries: readonly CloudLogEntry[]): Promise<void> {
    await this.#post('entries:write', {
      logName: this.#logName,
      resource: { type: 'global', labels: { project_id: this.options.project } },
      // What Google refuses is one entry, not its neighbours.
      partialSuccess: true,
      entries,
    })
  }

  /** Newest last. */
  async entriesOf(query: CloudQuery): Promise<LogRow[]> {
    const rows: LogRow[] = []
    let pageToken: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = cloudPageSchema.parse(
        await this.#post('entries:list', {
          resourceNames: [`projects/${this.options.project}`],
          filter: cloudFilter(this.#logName, query),
          orderBy: 'timestamp desc',
          pageSize: PAGE_SIZE,
          pageToken,
        }),
      )
      rows.push(...answer.entries.map(logRowOf))
      pageToken = answer.nextPageToken
      if (!pageToken) break
    }
    return rows.reverse()
  }

  /** The same entries in the Logs Explorer. */
  explorerUrl(query: CloudQuery): string {
    const filter = encodeURIComponent(cloudFilter(this.#logName, query))
    const range = encodeURIComponent(`${query.from.toISOString()}/${query.to.toISOString()}`)
    const project = encodeURIComponent(this.options.project)
    return `https://console.cloud.google.com/logs/query;query=${filter};timeRange=${range}?project=${project}`
  }

  async #post(method: string, body: object): Promise<unknown> {
    const response = await fetch(new URL(`v2/${method}`, this.options.endpoint), {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(error => {
      throw new CloudLoggingError(`could not be reached: ${error.message}`)
    })
    if (!response.ok)
      throw new CloudLoggingError(`answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return response.json()
  }

  async #token(): Promise<string> {
    const credentials: GoogleCredentials = await readGoogleCredentials(this.options.credentials)
    return signedToken(credentials, AUDIENCE, Math.floor(Date.now() / 1000))
  }
}

export class CloudLoggingError extends Error {
  constructor(what: string) {
    super(`Google Cloud Logging ${what}`)
  }
}
