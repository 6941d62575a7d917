import { expect, test } from 'vitest'
import { entered, meetingId, row } from './live-meeting.test-support'

test('LIV-22 LIV-26 a highlight is made from its row, shown when confirmed, deleted by its id', async () => {
  const { live, answers, asked, toasts, now } = await entered()
  toasts.length = 0
  const made = { id: 'h-1', start_millis: 10, end_millis: 510, transcript: 'first' }
  answers['POST highlights'] = () => ({ body: made })
  answers['DELETE highlights'] = () => ({ status: 204 })
  const creating = live.highlights.create(row('a', 'first', 10) as never)
  expect(now().highlights).toEqual([])
  expect(now().busy.has('a')).toBe(true)
  await creating
  expect(asked.at(-1)).toMatchObject({
    call: 'POST highlights',
    body: {
      meeting_id: meetingId,
      timestamp: expect.any(Number),
      highlight: {
        text: 'first',
        start_millis: 10,
        end_millis: 510,
        trigger_info: { type: 'manual', trigger_by: 'ann' },
      },
      highlight_id: expect.any(String),
    },
  })
  expect(now().highlights.map(({ id }) => id)).toEqual(['h-1'])
  await live.highlights.delete('h-1')
  expect(asked.at(-1)).toMatchObject({ call: 'DELETE highlights', query: '?highlight_id=h-1' })
  expect(now().highlights).toEqual([])
  expect(toasts).toEqual([
    'success: Highlight was successfully created!',
    'success: Highlight was successfully deleted!',
  ])
})

test('LIV-22 what is refused is reported, and the list stays as it is', async () => {
  const { live, toasts, now, socket } = await entered()
  toasts.length = 0
  socket.say({
    type: 'highlight_created',
    seq: 1,
    data: { id: 'h', start_millis: 0, end_millis: 1, transcript: 'x' },
  })
  await live.highlights.create(row('a', 'first') as never)
  await live.highlights.delete('h')
  expect(toasts).toEqual(['error: Error during highlight creation', 'error: Error during highlight deletion'])
  expect(now().highlights).toHaveLength(1)
  expect(now().busy.size).toBe(0)
})
