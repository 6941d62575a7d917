import { afterAll, beforeAll, describe } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/test-database'
import { loadConfig } from '../config/config'
import { openDatabase } from '../db/database'
import { createLog } from '../log/log'
import { busContractSuite } from './bus-contract-suite'
import { PostgresTransport } from './postgres-transport'

describe('messages between nodes by PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  busContractSuite(() => ({
    address: database.url,
    async connect(port) {
      const url = new URL(database.url)
      url.port = String(port)
      const own = await openDatabase(loadConfig({ DATABASE_URL: url.href }, '/'), createLog('silent'))
      return { transport: new PostgresTransport(own), release: () => own.close() }
    },
  }))
})
