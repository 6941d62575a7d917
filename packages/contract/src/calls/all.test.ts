import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paramsSchema, patternOf } from '../wire/endpoint'
import { namesIn } from '../wire/fill-path'
import { allEndpoints, allSockets, endpointFiles } from './all'

/** The wire to the letter: a path that changes here changes for every client. */
const wire = `
  DELETE /backend-api/accounts/:id/sessions
  DELETE /backend-api/teams/:id
  DELETE /backend-api/teams/:id/members/:account_id
  DELETE /manuscripts-api/projects
  DELETE /partner-api/web/keys/:id
  DELETE /partner-api/web/meetings/:id
  DELETE /partner-api/web/meetings/:id/highlights
  DELETE /partner-api/web/meetings/:id/livetap_translate
  DELETE /partner-api/web/meetings/:id/proposals/:speakerId
  DELETE /partner-api/web/meetings/:id/shares/:shareId
  DELETE /partner-api/web/sessions
  DELETE /partner-api/web/sessions/:id
  DELETE /partner-api/web/views/:id
  DELETE /partner-api/web/voices
  DELETE /partner-api/web/voices/:id
  DELETE /trainable/shards/:id/unusable
  DELETE /webex-api/v1/meetings/:id
  GET /auth-broker/oauth2/v1/authorize
  GET /auth-identity-host/identity/scim/v1/Users/me
  GET /backend-api/accounts
  GET /backend-api/audit
  GET /backend-api/audit/export
  GET /backend-api/audit/export/:format
  GET /backend-api/discovery_worker_cluster_capacities
  GET /backend-api/logs
  GET /backend-api/logs/histogram
  GET /backend-api/meeting/:id/audio_ledgers
  GET /backend-api/meeting/:id/audio_ledgers/chain
  GET /backend-api/meeting/:id/stats
  GET /backend-api/meeting/:id/stats/url
  GET /backend-api/meetings_data
  GET /backend-api/per_site_usage
  GET /backend-api/system
  GET /backend-api/system/history
  GET /backend-api/teams
  GET /backend-api/webex_meeting/:webexId
  GET /backend-api/webex_meeting_number/:number
  GET /docs/asyncapi.json
  GET /docs/openapi.json
  GET /env
  GET /healthz
  GET /manuscripts-api/projects
  GET /manuscripts-api/projects/:id
  GET /manuscripts-api/projects/:id/activity
  GET /manuscripts-api/projects/:id/package
  GET /manuscripts-api/projects/:id/package.zip
  GET /manuscripts-api/projects/:id/shards
  GET /manuscripts-api/projects/matching
  GET /manuscripts-api/projects/totals
  GET /media/*
  GET /metrics
  GET /partner-api/check_redis_cache_status
  GET /partner-api/web/choices
  GET /partner-api/web/engines
  GET /partner-api/web/keys
  GET /partner-api/web/meetings
  GET /partner-api/web/meetings/:id
  GET /partner-api/web/meetings/:id/audio
  GET /partner-api/web/meetings/:id/deletion
  GET /partner-api/web/meetings/:id/highlights
  GET /partner-api/web/meetings/:id/live_addr
  GET /partner-api/web/meetings/:id/peaks
  GET /partner-api/web/meetings/:id/proposals
  GET /partner-api/web/meetings/:id/related
  GET /partner-api/web/meetings/:id/shares
  GET /partner-api/web/meetings/:id/status
  GET /partner-api/web/meetings/:id/transcript
  GET /partner-api/web/meetings/:id/transcript/:utteranceId/versions
  GET /partner-api/web/meetings/:id/transcript/live
  GET /partner-api/web/meetings/:id/video
  GET /partner-api/web/overview
  GET /partner-api/web/search
  GET /partner-api/web/sessions
  GET /partner-api/web/shared/audio
  GET /partner-api/web/shared/highlights
  GET /partner-api/web/shared/peaks
  GET /partner-api/web/shared/transcript
  GET /partner-api/web/shared/video
  GET /partner-api/web/tags
  GET /partner-api/web/views
  GET /partner-api/web/voices
  GET /readyz
  GET /trainable/audio
  GET /trainable/debug/audio
  GET /trainable/shards/:id
  GET /trainable/shards/:id/neighbours
  GET /trainable/shards/:id/versions
  GET /trainable/trainable-worker/audio/info/:request_id
  GET /trainable/trainable-worker/audio/requests
  GET /trainable/transcripts/meeting/:id
  GET /trainable/transcripts/meeting/:id/offers
  GET /trainable/web/training/progress
  GET /trainable/web/training/shards
  GET /trainable/web/training/unplaced
  GET /webex-api/v1/meetings
  GET /webex-api/v1/meetings/:id
  PATCH /backend-api/accounts/:id
  PATCH /manuscripts-api/projects
  PATCH /partner-api/web/meetings/:id
  PATCH /partner-api/web/meetings/:id/access
  PATCH /partner-api/web/meetings/:id/livetap_notify_hotword
  PATCH /partner-api/web/meetings/:id/transcript/:utteranceId
  PATCH /partner-api/web/views/:id
  POST /auth-broker/oauth2/v1/access_token
  POST /auth-broker/oauth2/v1/logout
  POST /backend-api/accounts
  POST /backend-api/accounts/:id/link
  POST /backend-api/accounts/links/accept
  POST /backend-api/accounts/links/open
  POST /backend-api/teams
  POST /manuscripts-api/projects
  POST /manuscripts-api/projects/:id/returns
  POST /partner-api/web/keys
  POST /partner-api/web/meetings
  POST /partner-api/web/meetings/:id/drop
  POST /partner-api/web/meetings/:id/highlights
  POST /partner-api/web/meetings/:id/livetap_translate
  POST /partner-api/web/meetings/:id/processing/:action
  POST /partner-api/web/meetings/:id/shares
  POST /partner-api/web/meetings/:id/transcript/lines
  POST /partner-api/web/meetings/transcript
  POST /partner-api/web/recordings/meetings/upload
  POST /partner-api/web/shared
  POST /partner-api/web/views
  POST /trainable/trainable-worker/audio
  POST /trainable/trainable-worker/audio/cancel/:request_id
  POST /trainable/trainable-worker/audio/estimate
  POST /trainable/trainable-worker/tags
  POST /trainable/web/training/transcripts
  POST /webex-api/v1/meetings
  POST /webex-api/v1/meetings/:id/open
  PUT /backend-api/system/nodes/:pod/draining
  PUT /backend-api/teams/:id
  PUT /backend-api/teams/:id/members/:account_id
  PUT /manuscripts-api/projects/:id
  PUT /partner-api/web/meetings/:id/language
  PUT /partner-api/web/meetings/:id/speakers/:speakerId
  PUT /partner-api/web/meetings/:id/tags
  PUT /partner-api/web/meetings/:id/title
  PUT /partner-api/web/recordings/meetings/upload/:id
  PUT /partner-api/web/voices
  PUT /trainable/shards/:id/unusable
  SOCKET /asr
  SOCKET /partner-api/web/meetings/:id/hotword
`

test('ACC-21 every call of the wire, to the letter', () => {
  const found = [
    ...allEndpoints.map(endpoint => `${endpoint.method} ${patternOf(endpoint)}`),
    ...allSockets.map(socket => `SOCKET ${patternOf(socket)}`),
  ]
  expect(found.sort()).toEqual(wire.trim().split(/\s*\n\s*/))
})

test('every folder of calls is in the list, and each call is exported by its name', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
  expect(Object.keys(endpointFiles).sort()).toEqual(folders.sort())
  for (const file of Object.values(endpointFiles))
    for (const [exported, { name }] of Object.entries(file)) expect(name).toBe(exported)
  const names = [...allEndpoints, ...allSockets].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('parameters are those that the path names, and only what is read whole has a schema', () => {
  for (const endpoint of allEndpoints) {
    expect(Object.keys(paramsSchema(endpoint).shape)).toEqual(namesIn(endpoint.path))
    if (endpoint.method === 'GET') expect(endpoint.body ?? endpoint.bodyType).toBeUndefined()
    if (endpoint.bulk) expect(endpoint.answer).toBeDefined()
  }
})
