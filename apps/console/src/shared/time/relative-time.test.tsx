import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RelativeTime } from './relative-time'

test('ACC-23 a date in a list is relative, with the exact one as its hint', () => {
  const at = new Date(Date.now() - 5 * 60_000)
  expect(renderToStaticMarkup(<RelativeTime at={at} zone="gmt" />)).toMatch(
    /^<time dateTime="[^"]+Z" data-hint="\d{4}-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d\.\d{3} \+00:00">5 min\. ago<\/time>$/,
  )
  const inAnHour = String(Date.now() + 61 * 60_000)
  expect(renderToStaticMarkup(<RelativeTime at={inAnHour} />)).toContain('>in 1 hr.<')
})

test('what is no date is shown as an upstream has it', () => {
  expect(renderToStaticMarkup(<RelativeTime at="soon" />)).toBe('soon')
})
