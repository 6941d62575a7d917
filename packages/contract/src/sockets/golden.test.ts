import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asrMessageSchema, streamingConfigSchema } from './asr-messages'
import {
  hotwordCloseCodes,
  hotwordCommandNames,
  hotwordCommandSchema,
  hotwordMessageSchema,
} from './hotword-messages'

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`./golden/${name}.golden.json`, import.meta.url), 'utf8'))

test('every hotword message type has a golden that reads back unchanged', () => {
  const messages: { type: string }[] = golden('hotword-messages')
  const types = hotwordMessageSchema.options.map(option => option.shape.type.value)
  expect(messages.map(message => message.type).sort()).toEqual([...types].sort())
  for (const message of messages) expect(hotwordMessageSchema.parse(message)).toEqual(message)
})

test('every command of a client has a golden that reads back unchanged', () => {
  const commands: { type: string }[] = golden('hotword-commands')
  expect(commands.map(command => command.type).sort()).toEqual([...hotwordCommandNames].sort())
  for (const command of commands) expect(hotwordCommandSchema.parse(command)).toEqual(command)
})

test('the ASR proxy messages have goldens that read back unchanged', () => {
  const { first, answers } = golden('asr-messages')
  expect(streamingConfigSchema.parse(first)).toEqual(first)
  for (const answer of answers) expect(asrMessageSchema.parse(answer)).toEqual(answer)
})

test('every reason to close a hotword socket has a code of its own, as the golden lists them', () => {
  expect(hotwordCloseCodes).toEqual(golden('hotword-closes'))
  const codes = Object.values(hotwordCloseCodes)
  expect(new Set(codes).size).toBe(codes.length)
})
