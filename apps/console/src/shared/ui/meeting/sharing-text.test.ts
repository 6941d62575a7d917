import { expect, test } from 'vitest'
import { sharingText } from './sharing-text'

test('a row says with whom its meeting is shared, and by links', () => {
  expect(sharingText({ with_me: false })).toBeUndefined()
  expect(sharingText({ with_me: false, others: 0, links: 0 })).toBeUndefined()
  expect(sharingText({ with_me: true })).toBe('Shared with you')
  expect(sharingText({ with_me: false, others: 1, links: 0 })).toBe('Shared with 1 account or team')
  expect(sharingText({ with_me: false, others: 0, links: 2 })).toBe('Shared by 2 links')
  expect(sharingText({ with_me: false, others: 2, links: 1 })).toBe(
    'Shared with 2 accounts and teams, and by 1 link',
  )
  expect(sharingText({ with_me: true, others: 1, links: 0 })).toBe(
    'Shared with you; also with 1 account or team',
  )
  expect(sharingText({ with_me: true, others: 0, links: 1 })).toBe('Shared with you; also by 1 link')
})
