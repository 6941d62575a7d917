import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The files that ask for the time of day, by why they must. Waits, expiries and lengths go by `performance.now()` or the database's clock. */
const MAY_ASK: Record<string, string[]> = {
  'a message or a record says when it was made': [
    'apps/server/src/modules/live-room/connection/client-connection.ts',
    'apps/server/src/modules/live-room/room/end-meeting.ts',
    'apps/server/src/modules/live-room/outbox/outbox.ts',
    'apps/server/src/modules/live-room/room/room.ts',
    'apps/server/src/modules/live-room/streams/live-stream.ts',
    'apps/server/src/modules/trainable/archives/archives.service.ts',
    'apps/server/src/platform/log/bounded-output.ts',
    'apps/server/src/platform/tracing/otel-tracing.ts',
    'packages/session/src/asr/live-asr.ts',
    'packages/session/src/live/connection/hotword-client.ts',
    'packages/session/src/live/live-highlights.ts',
    'packages/session/src/replay/edit/past-edits.ts',
  ],
  'a range of recorded times, or days of retention, ends now': [
    'apps/server/src/modules/conferencing/lookups.service.ts',
    'apps/server/src/modules/diagnostics/diagnostics.service.ts',
    'apps/server/src/modules/events/events.jobs.ts',
    'apps/server/src/modules/events/log-partitions.store.ts',
    'apps/server/src/modules/meetings/meeting-removal.ts',
    'packages/session/src/stats/log-explorer.ts',
    'packages/session/src/stats/past-stats.ts',
  ],
  'the distance to a recorded start': [
    'apps/server/src/modules/live-room/room/open-room.ts',
    'apps/server/src/modules/live-room/streams/meeting-clock.ts',
  ],
  'two clocks are compared, or that of a certificate': [
    'apps/server/src/doctor/check-network.ts',
    'apps/server/src/platform/db/database-clock.ts',
  ],
  'the standard of a token, or another process, knows no other time': [
    'apps/server/src/modules/events/cloud/cloud-logging.ts',
    'apps/server/src/modules/sign-on/broker/oidc-payload.store.ts',
    'apps/server/src/modules/sign-on/broker/sign-in.routes.ts',
    'apps/server/src/modules/sign-on/embedded-sign-on.ts',
    'apps/server/src/modules/sign-on/outside/introspection-authenticator.ts',
    'apps/server/src/modules/sign-on/outside/jwks-authenticator.ts',
    'apps/server/src/modules/sign-on/outside/outside-sessions.store.ts',
    'apps/server/src/platform/signing/expiry-clock.ts',
    'apps/server/src/platform/storage/folder-storage.ts',
    'packages/speech/src/google/google-engine.ts',
  ],
  'an end that a user gives, or is shown, is a time of day': [
    'apps/server/src/modules/access/keys/keys.service.ts',
    'apps/server/src/modules/access/shares/shares.service.ts',
    'apps/server/src/modules/shared-links/links.service.ts',
  ],
  'a browser’s storage outlives the page': [
    'packages/session/src/asr/stored-calls.ts',
    'packages/session/src/sign-on/token-cache.ts',
    'packages/session/src/upload/remembered-uploads.ts',
  ],
}

test('only files with a reason ask for the time of day, which may be set at any moment', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/server/src', 'packages'])
    .toString()
    .split('\n')
    .filter(path => path.endsWith('.ts') && !/\.test\.ts$|\.test-support\.ts$|\/testing\//.test(path))
  const asking = files.filter(path => /\bDate\.now\b/.test(readFileSync(path, 'utf8')))
  expect(asking.sort()).toEqual(Object.values(MAY_ASK).flat().sort())
})
