import { expect, test } from 'vitest'
import { findProgram, missingPrograms } from './debian-programs'

const shell = { name: 'sh', debianPackage: 'dash' }
const absent = { name: 'no-such-server', debianPackage: 'the-package-that-has-it' }

test('what is missing is named with the package that has it', () => {
  expect(missingPrograms(shell)).toBeUndefined()
  expect(findProgram(shell)).toMatch(/\/sh$/)
  const line = 'no-such-server not found: apt-get install the-package-that-has-it'
  expect(missingPrograms(shell, absent)).toBe(line)
  expect(() => findProgram(absent)).toThrow(line)
})
