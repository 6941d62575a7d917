import { expect, test } from 'vitest'
import { missingPlatforms } from './platforms.mjs'

const part = (os: string, cpu: string) => ({ os: [os], cpu: [cpu], optional: true })

const lockWith = (...names: string[]) => ({
  packages: {
    'node_modules/native': { optionalDependencies: Object.fromEntries(names.map(name => [name, '1.0.0'])) },
    ...Object.fromEntries(
      names.map(name => [`node_modules/${name}`, part(...(name.split('-').slice(1) as [string, string]))]),
    ),
  },
})

test('a native package with every platform passes', () => {
  expect(missingPlatforms(lockWith('native-linux-x64', 'native-linux-arm64', 'native-darwin-arm64'))).toEqual(
    [],
  )
})

test('a native package without its darwin-arm64 part is named', () => {
  expect(missingPlatforms(lockWith('native-linux-x64', 'native-linux-arm64', 'native-darwin-x64'))).toEqual([
    { name: 'native', platform: 'darwin-arm64' },
  ])
})

test('a part that only one system has is not missing elsewhere', () => {
  expect(missingPlatforms(lockWith('fsevents-darwin-arm64'))).toEqual([])
})

test('a part that the registry lacked and npm left out of the lock is named', () => {
  const lock = lockWith('native-linux-x64', 'native-linux-arm64', 'native-darwin-arm64')
  lock.packages['node_modules/native'].optionalDependencies['native-win32-x64'] = '1.0.0'
  expect(missingPlatforms(lock)).toEqual([{ name: 'native', platform: 'native-win32-x64' }])
})
