import { newManuscriptSchema } from '@livetap/contract'
import { expect, test } from 'vitest'
import {
  formatHours,
  matchingQuery,
  newProjectValues,
  projectBody,
  projectErrors,
  projectValues,
} from './project-form'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
const errorsOf = (values: object) =>
  projectErrors({ ...newProjectValues, name: 'x', trainHours: '1', ...values }, nowMs)

test('MAN-07 the form begins with the defaults of the documents', () => {
  expect(newProjectValues).toEqual({
    name: '',
    language: 'en-US',
    trainHours: '0',
    evalHours: '0',
    minLengthMs: '5000',
    maxLengthMs: '21000',
    siteName: '',
    start: '',
    end: '',
    vendor: 'dummyvendor',
    hasGlobalCsi: true,
    hasParticipantCsi: true,
  })
})

test('MAN-07 each rule refuses what breaks it, and nothing else', () => {
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ trainHours: '0', evalHours: '0.01' })).toEqual({})
  expect(errorsOf({ end: '2030-01-01T00:00:00.000Z' })).toEqual({})
  expect(errorsOf({ name: ' ' })).toHaveProperty('name')
  expect(errorsOf({ vendor: 'nobody' })).toHaveProperty('vendor')
  expect(errorsOf({ trainHours: '0' })).toEqual({
    trainHours: 'Sum of train and eval hours should be greater than 0.',
  })
  expect(errorsOf({ trainHours: '-1' })).toHaveProperty('trainHours')
  expect(errorsOf({ evalHours: '' })).toHaveProperty('evalHours')
  expect(errorsOf({ minLengthMs: '0' })).toHaveProperty('minLengthMs')
  expect(errorsOf({ minLengthMs: '1.5' })).toHaveProperty('minLengthMs')
  expect(errorsOf({ maxLengthMs: '4000' })).toHaveProperty('maxLengthMs')
  expect(errorsOf({ start: '2026-06-02T00:00:00.000Z' })).toHaveProperty('start')
  expect(errorsOf({ start: '2026-05-02T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' })).toHaveProperty(
    'end',
  )
  expect(errorsOf({ end: undefined })).toHaveProperty('end')
})

test('MAN-01 MAN-07 hours travel as milliseconds, are shown with two decimals, and a project comes back into its form', () => {
  const values = {
    ...newProjectValues,
    name: ' Spring ',
    trainHours: '1,25',
    evalHours: '0.01',
    start: '2026-05-01T00:15:00.000Z',
    hasGlobalCsi: false,
  }
  const body = projectBody(values)
  expect(body).toMatchObject({ name: 'Spring', train_ms_required: 4_500_000, eval_ms_required: 36_000 })
  expect(body).not.toHaveProperty('end_datetime')
  expect(newManuscriptSchema.parse(body)).toMatchObject(body)
  const project = {
    ...body,
    id: '7',
    status: 'pending' as const,
    version: 1,
    train_ms_sent: 0,
    train_ms_received: 0,
    eval_ms_sent: 0,
    eval_ms_received: 0,
  }
  expect(projectValues(project)).toEqual({ ...values, name: 'Spring', trainHours: '1.25' })
  expect(formatHours(4_500_000)).toBe('1.25')
  expect(formatHours(0)).toBe('0.00')
})

test('what matches is asked for by language, site, lengths and switches, and not while a length is wrong', () => {
  expect(matchingQuery({ ...newProjectValues, siteName: ' north ' })).toEqual({
    language: 'en-US',
    site_name: 'north',
    min_length_ms: 5000,
    max_length_ms: 21_000,
    has_participant_id: true,
    has_global_participant_id: true,
  })
  for (const wrong of [{ language: '' }, { minLengthMs: '' }, { maxLengthMs: '0' }, { minLengthMs: '30000' }])
    expect(matchingQuery({ ...newProjectValues, ...wrong })).toBeUndefined()
})
