interface Cookie {
  name: string
  value: string
  path: string
}

export interface Visit {
  status: number
  url: string
  headers: Headers
  body: string
}

/** As much of a browser as a sign-in needs: a cookie jar with paths, redirects on request, an Origin on posts. */
export class Browser {
  readonly cookies = new Map<string, Cookie>()
  /** Also those that were taken away since. */
  readonly seenCookies: Cookie[] = []
  /** Every address it was sent to, to look for what must not be there. */
  readonly addresses: string[] = []

  constructor(readonly origin: string) {}

  async open(address: string, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(address, this.origin)
    this.addresses.push(url.href)
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies.values()]
      .filter(
        ({ path }) =>
          url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    if (cookie) headers.set('cookie', cookie)
    if (!headers.has('accept')) headers.set('accept', 'text/html')
    if (init.method === 'POST' && !headers.has('origin')) headers.set('origin', this.origin)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    // Browsers measure the age of a cookie by the server's own clock.
    const serverMs = Date.parse(response.headers.get('date') ?? '') || Date.now()
    for (const line of response.headers.getSetCookie()) this.#keep(line, serverMs)
    return { status: response.status, url: url.href, headers: response.headers, body: await response.text() }
  }

  /** Follows redirects of this origin until a page, or until the console's root is asked for. */
  async follow(address: string, init?: RequestInit): Promise<Visit> {
    let visit = await this.open(address, init)
    for (let hops = 0; hops < 10; hops++) {
      const location = visit.headers.get('location')
      if (!location) return visit
      const next = new URL(location, visit.url)
      if (next.pathname === '/') return { ...visit, url: next.href }
      visit = await this.open(next.href)
    }
    throw new Error('too many redirects')
  }

  #keep(line: string, serverMs: number): void {
    const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const attribute = (key: string) =>
      attributes.find(one => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const expires = attribute('expires')
    const path = attribute('path') ?? '/'
    if (expires && new Date(expires).getTime() < serverMs) this.cookies.delete(`${name}@${path}`)
    else {
      this.cookies.set(`${name}@${path}`, { name, value, path })
      this.seenCookies.push({ name, value, path })
    }
  }
}
