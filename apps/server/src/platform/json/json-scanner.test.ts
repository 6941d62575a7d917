import { describe, expect, test } from 'vitest'
import { hasMoreValues } from './count-values'
import { JsonScanner, jsonStrings } from './json-scanner'

const right = [
  '0',
  '-0.5e+10',
  '"a\\u00e9\\n\\"\\\\"',
  'null',
  ' [ ] ',
  '{}',
  '[1, [2, {"a": [true, false, null, "x"]}], "y"]',
  '{"a": "b", "c": {"d": "e"}}\n',
  `{"long": "${'x'.repeat(1000)}"}`,
]

const wrong = [
  '',
  ' ',
  '01',
  '1.',
  '1e',
  '-',
  '+1',
  'nul',
  'NaN',
  '"a',
  '"\n"',
  '"\\x"',
  '"\\u12"',
  '[',
  '[1',
  '[1,]',
  '[,1]',
  '[1 2]',
  ']',
  '{]',
  '[}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{a:1}',
  '{"a" 1}',
  '1 1',
  '{} {}',
]

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

describe('a JSON text that is scanned', () => {
  test.each(right)('gives the texts that a parser gives: %s', text => {
    expect([...jsonStrings(text)]).toEqual(stringsOf(JSON.parse(text)))
  })

  test.each(wrong)('is refused where a parser refuses it: %j', text => {
    expect(() => JSON.parse(text)).toThrow()
    expect(() => [...jsonStrings(text)]).toThrow('is not JSON')
  })

  test('may hold a value in each line; the line of a fault is named', () => {
    expect([...jsonStrings('{"a": "x"}\n\n["y"]\r\n"z"\n')]).toEqual(['x', 'y', 'z'])
    expect(() => [...jsonStrings('{"a": 1}\n{"a": 1,}\n')]).toThrow('is not JSON: see line 2')
  })

  test('knows the places of elements', () => {
    const text = '{"lines": [ {"a": [1]} , "x", 2 ], "rest": [[]]}'
    const scanner = new JsonScanner(text)
    scanner.next()
    expect([scanner.next(), scanner.textValue()]).toEqual(['key', 'lines'])
    scanner.next()
    const elements: string[] = []
    for (let place = scanner.nextElement(); place; place = scanner.nextElement())
      elements.push(text.slice(place.start, place.end))
    expect(elements).toEqual(['{"a": [1]}', '"x"', '2'])
    expect([scanner.next(), scanner.textValue()]).toEqual(['key', 'rest'])
    const { start, end } = scanner.wholeValue()
    expect([text.slice(start, end), scanner.next(), scanner.next()]).toEqual(['[[]]', 'close', 'end'])
  })
})

test('values are counted outside of texts alone', () => {
  expect(hasMoreValues('[1,2,3]', 4)).toBe(false)
  expect(hasMoreValues('[1,2,3]', 3)).toBe(true)
  expect(hasMoreValues('{"a": ",,,,[[[[\\",,"}', 2)).toBe(false)
  expect(hasMoreValues('[{},{},{}]', 6)).toBe(true)
})
