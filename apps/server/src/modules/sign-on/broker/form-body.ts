import type { FastifyInstance } from 'fastify'

const MAX_FORM_BYTES = 16 * 1024

/** Forms in this part of the app become plain objects; nothing else is taken. */
export function parseForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
