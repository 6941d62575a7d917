import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOAD_CHUNK_BYTES, uploadSessionSchema } from '@livetap/contract'
import { createShare } from '@livetap/contract/calls/access'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { saveTrainingTranscript } from '@livetap/contract/calls/trainable'
import { archiveInfo, requestArchive } from '@livetap/contract/calls/training-archives'
import { createHighlight, editUtterance } from '@livetap/contract/calls/transcripts'
import { createUpload } from '@livetap/contract/calls/uploads'
import { EngineRegistry } from '@livetap/speech'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../app'
import { runLedgerCommand } from '../modules/audit/ledger-command'
import { tone } from '../modules/live-room/testing/live-client'
import { LiveHost } from '../modules/live-room/testing/live-host'
import { ManuscriptsClient } from '../modules/manuscripts/testing/manuscripts-client'
import { meetingFiles } from '../modules/meetings'
import { openAccounts } from '../modules/sign-on/accounts/accounts'
import { shardAt, trainableMeeting } from '../modules/trainable/testing/trainable-meeting'
import { loadConfig } from '../platform/config/config'
import { createLog } from '../platform/log/log'
import { loadSecret } from '../platform/secret/secret'
import type { DeferringStorage } from '../platform/storage/deferred-deletions.store'
import { FolderStorage } from '../platform/storage/folder-storage'
import { openResumable, openStorage } from '../platform/storage/open-storage'
import { emptyDatabase } from '../testing/database/test-database'
import { pastMeeting, utteranceAt } from '../testing/meetings/past-meeting'
import { RecordedProcessing } from '../testing/meetings/recorded-processing'
import { testMedia } from '../testing/test-media'
import { Progress } from './progress'
import { keptSecret } from './restore/restored-secret'
import { createBackup } from './take/create-backup'
import { BackupTarget } from './target/backup-target'
import { BACKUP_KEY, restore, testFolder } from './testing/backup-commands'
import { everyObject, everyRow } from './testing/whole-installation'

const SPOKEN_MS = 9_000
/** What users have made and changed stands here. */
const filledTables = [
  ...['account', 'audit_entry', 'highlight', 'ledger_event', 'live_stream'],
  ...['manuscript_project', 'meeting', 'meeting_share', 'shard', 'shard_edit', 'training_archive'],
  ...['upload_session', 'utterance', 'utterance_version'],
]
const quiet = new Progress({ write: () => undefined })

test('a backup of a running installation is its one moment, whole: every row, every object, what was acknowledged', async () => {
  const processing = new RecordedProcessing()
  const host = await LiveHost.start({}, { processing })
  const { server, headers } = host
  const { app } = server
  const { config } = app
  const accounts = openAccounts(app.database.kysely)
  await accounts.accounts.add('ada@example.com', 'correct horse')

  const lines = [utteranceAt(0, 'first words'), utteranceAt(5_000, 'second words')]
  const past = await pastMeeting(server, {
    utterances: lines,
    audio: randomBytes(5_000_000),
    peaks: { peaks: [1, 2, 3] },
  })
  const shards = [shardAt(0, 'one two three'), shardAt(9_000, 'four five six')]
  const trained = await trainableMeeting(app.database.kysely, { shards })
  const file = join(config.dataDir, 'shard.flac')
  await app.media.encodeFlac(tone(1_000), file)
  for (const { id } of shards) await app.storage.put(meetingFiles.shard(trained, id), await readFile(file))
  await new ManuscriptsClient(server).create({ name: 'Winter' })
  const made = async (...call: Parameters<typeof host.call>) => {
    const answer = await host.call(...call)
    expect(answer.ok, `${call[0].name} answered ${answer.status}`).toBe(true)
  }
  const archive = { request_id: 'winter' }
  await made(requestArchive, { body: { ...archive, client_region: 'us' } })
  await vi.waitFor(async () =>
    expect(await (await host.call(archiveInfo, { params: archive })).json()).toMatchObject({
      status: 'zip-completed',
    }),
  )
  await made(editUtterance, {
    params: { id: past, utteranceId: lines[0]!.id },
    body: { text: 'the first words', version: 0 },
  })
  const trigger_info = { type: 'manual', trigger_by: 'ada@example.com' }
  const highlight = { text: 'the first words', start_millis: 0, end_millis: 200, trigger_info }
  const body = { meeting_id: past, timestamp: Date.now(), highlight, highlight_id: 'first' }
  await made(createHighlight, { params: { id: past }, body })
  await made(saveTrainingTranscript, {
    query: { audio_id: shards[0]!.id, client_region: 'us' },
    body: { transcript: 'one and two and three' },
  })

  // A call in which sound was acknowledged, and an upload that has brought its first piece.
  const { id: live, client } = await host.meetingWithClient()
  client.speak(tone(SPOKEN_MS), { startMs: 0 })
  await vi.waitFor(() => {
    client.command('ping')
    expect(client.of('pong').at(-1)?.audio_received_millis).toEqual({ 0: SPOKEN_MS })
  })
  await made(createShare, { params: { id: live }, body: { with: 'link' } })
  const recording = randomBytes(UPLOAD_CHUNK_BYTES + 1_000)
  const described = {
    start_at_utc: '2026-03-04T05:06:07.000Z',
    source: 'phone',
    enable_ensemble: false,
    sharder: 'diarized',
    trainable_shard_percent: 0,
    client_region: 'us',
    file_size: recording.length,
    file_type: 'audio/wav',
    file_name: 'Weekly call.wav',
  }
  const upload = uploadSessionSchema.parse(await (await host.call(createUpload, { body: described })).json())
  const put = (origin: string, authorization: string, from: number, to: number) =>
    fetch(origin + upload.upload_url, {
      method: 'PUT',
      redirect: 'manual',
      headers: { authorization, 'content-range': `bytes ${from}-${to - 1}/${recording.length}` },
      body: new Uint8Array(recording.subarray(from, to)),
    })
  expect((await put(server.url, headers.authorization, 0, UPLOAD_CHUNK_BYTES)).status).toBe(308)
  await app.events.recorder.written()

  const folder = await testFolder()
  const target = await BackupTarget.openOrCreate(await FolderStorage.open(folder), BACKUP_KEY, 'target')
  let rows = new Map<string, string[]>()
  let objects = new Map<string, string>()
  const source = {
    databaseUrl: config.databaseUrl!,
    storage: await openStorage(config.storage),
    resumable: await openResumable(config.storage),
    secret: keptSecret(config),
    async onSnapshot(exported: string) {
      rows = await everyRow(config.databaseUrl!, exported)
      objects = await everyObject(app.storage)
      // All that the moment still needs is to go: the sound of the call, once it is mixed, and a meeting; the upload ends.
      await host.drop(live)
      await host.untilEnded(live)
      expect((await host.call(deleteMeeting, { params: { meeting_id: past, id: past } })).ok).toBe(true)
      expect(
        (await put(server.url, headers.authorization, UPLOAD_CHUNK_BYTES, recording.length)).status,
      ).toBe(200)
      await pastMeeting(server, { audio: randomBytes(1_000) })
    },
  }
  await createBackup(source, target, 1, quiet)

  // What was held goes now.
  await (app.storage as DeferringStorage).sweep()
  const after = [...(await everyObject(app.storage)).keys()]
  expect(after.filter(key => key.includes(past) || key.includes(`${live}/live/`))).toEqual([])

  expect(filledTables.filter(table => !rows.get(table)?.length)).toEqual([])
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const env = {
    DATABASE_URL: database.url,
    LIVETAP_DATA: join(await testFolder(), 'data'),
    PORT: '0',
    LIVETAP_SAMPLES: 'off',
  }
  expect(await restore(env, folder)).toMatchObject({ code: 0 })
  const restored = await everyRow(database.url)
  const compared = new Set(['deferred_deletion'])
  expect([...restored.keys()]).toEqual([...rows.keys()])
  for (const [table, before] of rows)
    if (!compared.has(table)) expect(restored.get(table), table).toEqual(before)
  const storage = await openStorage(loadConfig(env, '/').storage)
  const restoredObjects = await everyObject(storage)
  for (const [key, content] of objects) expect(restoredObjects.get(key) === content, key).toBe(true)
  for (const key of restoredObjects.keys())
    expect(key.includes(past) || key.includes(live) || objects.has(key), key).toBe(true)
  expect(await readFile(join(env.LIVETAP_DATA, 'secret'), 'utf8')).toBe(loadSecret(config))

  // It goes on as after a crash: all ledgers and the audit log are whole, the account signs in, the call has its sound,
  // the upload its bytes.
  for (const meeting of [[], [live], [upload.meeting_id]]) {
    let said = ''
    const keep = (text: string) => {
      said += text
    }
    const around = { env, cwd: '/', write: keep, writeProblem: keep }
    expect(await runLedgerCommand(['verify', ...meeting], around), said).toBe(0)
  }
  const again = await createApp(loadConfig(env, '/'), createLog('silent'), {
    authenticator: server.principals,
    media: await testMedia(),
    processing,
    engines: new EngineRegistry([host.engine]),
    liveRoomLimits: { sweepMs: 50 },
  })
  try {
    await again.listen()
    const origin = `http://127.0.0.1:${again.config.port}`
    const signIn = { email: 'ada@example.com', password: 'correct horse', address: '127.0.0.1' }
    expect((await openAccounts(again.database.kysely).accounts.signIn(signIn)).outcome).toBe('signed-in')
    expect((await put(origin, headers.authorization, UPLOAD_CHUNK_BYTES, recording.length)).status).toBe(200)
    const { recordingKey } = await again.meetings.service.get(upload.meeting_id)
    expect((await everyObject(again.storage)).get(recordingKey!) === recording.toString('base64')).toBe(true)
    const sound = [...objects.keys()].filter(key => key.includes(`${live}/live/`))
    expect(sound.length).toBeGreaterThan(2)
  } finally {
    await again.close()
  }
})
