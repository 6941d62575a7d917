import { ServiceError } from '../../platform/service-error'

export interface PagePosition {
  position: string
  id: string
}

export const cursorOf = ({ position, id }: PagePosition): string =>
  Buffer.from(`${position} ${id}`).toString('base64url')

export function readCursor(text: string): PagePosition {
  const read = Buffer.from(text, 'base64url').toString()
  const [, position, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\S+)$/.exec(read) ?? []
  if (!position || !id || Number.isNaN(Date.parse(position)))
    throw new ServiceError('invalid', 'after: is no cursor of this list')
  return { position, id }
}

/** As RFC 8288 says: the same question, further on. */
export function nextLink(origin: string, url: string, cursor: string): string {
  const next = new URL(url, origin)
  next.searchParams.set('after', cursor)
  return `<${next.href}>; rel="next"`
}
