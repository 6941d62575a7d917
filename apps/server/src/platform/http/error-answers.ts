import { errorBody, families, inFamily } from '@livetap/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDataError, isDiskFull, isOutage, isStorageAway } from '../outage'
import { type ErrorReason, ServiceError } from '../service-error'
import { ClientError, HttpError, notFound, OUTAGE, retryAfter, unavailable } from './errors'
import { NEVER_KEPT } from './security-headers'

const UNEXPECTED = 'Something went wrong on the server'

type Headers = Readonly<Record<string, string>>

/** The one place that gives the reason of a service a status, and says when to ask again. */
const answers: Readonly<Record<ErrorReason, readonly [status: number, headers?: Headers]>> = {
  not_json: [400],
  client_gone: [400],
  unauthorized: [401],
  forbidden: [403],
  not_found: [404],
  not_ready: [409],
  wrong_state: [409],
  newer_version: [409],
  taken: [409],
  other_total: [409],
  busy: [409, retryAfter(1)],
  too_large: [413],
  too_many_entries: [413],
  bomb: [413],
  wrong_type: [415],
  not_a_zip: [415],
  gap: [416],
  invalid: [422],
  damaged: [422],
  encrypted: [422],
  unsafe_path: [422],
  link: [422],
  bad_name: [422],
  too_many: [429, retryAfter(5)],
  unavailable: [503, retryAfter(5)],
  storage_unavailable: [503, retryAfter(30)],
  off: [503, retryAfter(3_600)],
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the console: a person who mistyped an address gets the page, which says so. */
    notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/** Every failure, ours or the framework's, leaves in the contract's shape with the request's tracking id. */
export function installErrorAnswers(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => answer(request, reply, error))
  server.setNotFoundHandler((request, reply) =>
    server.notFoundPage && isPageVisit(request)
      ? server.notFoundPage(request, reply.code(404).header('cache-control', NEVER_KEPT))
      : answer(request, reply, notFound()),
  )
}

/** A browser that goes somewhere, outside the families, whose answers are for programs. */
function isPageVisit({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false
  return !Object.values(families).some(prefix => inFamily(url, prefix))
}

export function answer(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const failure = toHttpError(error)
  if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
  return (
    reply
      .code(failure.status)
      // The route may have promised that its answer can be kept.
      .header('cache-control', NEVER_KEPT)
      .headers(failure.headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(errorBody(failure.status, failure.description, request.id))
  )
}

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof ServiceError) return answerOf(error)
  const { validation, validationContext, statusCode = 500, message } = error as FastifyError
  if (isOutage(error)) return unavailable(OUTAGE)
  if (isDiskFull(error)) return unavailable('There is no space left on the disk of the server', 30)
  if (isStorageAway(error)) return unavailable('The storage of the server cannot be used at the moment')
  if (isDataError(error)) return new ClientError(422, 'A value in the request cannot be stored')
  if (validation) return new ClientError(422, describeField(validation[0], validationContext))
  if (statusCode >= 400 && statusCode < 500) return new ClientError(statusCode, message)
  return statusCode === 503 ? unavailable(UNEXPECTED) : new HttpError(500, UNEXPECTED)
}

function answerOf({ reason, message }: ServiceError): HttpError {
  const [status, headers] = answers[reason]
  return new HttpError(status, message, headers)
}

function describeField(
  issue: { instancePath?: string; message?: string } | undefined,
  place = 'body',
): string {
  const field = issue?.instancePath?.replace(/^\//, '').replaceAll('/', '.') || place
  return `${field}: ${issue?.message ?? 'is not valid'}`
}
