import type { ManuscriptProject, NewManuscript } from '@livetap/contract'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client'
import type { UndoOffer } from '../undo-offers'
import { CheckedProjects } from './checked-projects'
import { ProjectActions } from './project-actions'

const asked: Required<Omit<NewManuscript, 'start_datetime' | 'end_datetime'>> = {
  name: 'Spring',
  site_name: '',
  language: 'en-US',
  vendor: 'dummyvendor',
  has_global_participant_id: true,
  has_participant_id: true,
  train_ms_required: 1,
  eval_ms_required: 0,
  min_length_ms: 1,
  max_length_ms: 2,
}
const project = (id: string, more: Partial<ManuscriptProject> = {}): ManuscriptProject => ({
  ...asked,
  id,
  status: 'pending',
  version: 3,
  train_ms_sent: 0,
  train_ms_received: 0,
  eval_ms_sent: 0,
  eval_ms_received: 0,
  ...more,
})

function setUp(
  answer: (request: { method: string; url: URL; body: unknown }) => Response | Promise<Response>,
) {
  const toasts: string[] = []
  const sent: unknown[] = []
  let offered: UndoOffer | undefined
  let changes = 0
  const note = (kind: string) => (message: string) => void toasts.push(`${kind}: ${message}`)
  const checked = new CheckedProjects()
  const actions = new ProjectActions({
    api: new ApiClient({
      origin: 'http://livetap.test',
      token: () => 'secret',
      fetch: async (input, init) => {
        const url = new URL(String(input))
        const body = init?.body ? JSON.parse(String(init.body)) : undefined
        sent.push(body ?? url.search)
        return await answer({ method: init?.method ?? '', url, body })
      },
    }),
    notices: {
      info: note('info'),
      warning: note('warning'),
      error: note('error'),
      success: note('success'),
      offerUndo: offer => {
        offered = offer
        return () => {}
      },
    },
    checked,
    onChanged: () => {
      changes += 1
    },
  })
  return { actions, checked, toasts, sent, undo: () => offered!.onUndo(), changes: () => changes }
}

const failure = (status: number, description: string) =>
  Response.json({ message: 'Client Exception', errors: [{ description }] }, { status })

test('MAN-04 MAN-09 a bulk update says its success first, then one error per failed project; what was updated is unchecked', async () => {
  const { actions, checked, toasts, sent, changes } = setUp(() =>
    Response.json({
      updated: [project('1'), project('2')],
      failed: [
        { id: '3', description: 'changed by bob' },
        { id: '4', description: 'gone' },
      ],
    }),
  )
  checked.check(['1', '2', '3', '4'], true)
  await actions.setStatuses(
    ['1', '2', '3', '4'].map(id => project(id)),
    'closed',
  )
  expect(sent).toEqual([
    {
      manuscript_projects_ids: ['1', '2', '3', '4'],
      status: 'closed',
      versions: { 1: 3, 2: 3, 3: 3, 4: 3 },
    },
  ])
  expect(toasts).toEqual([
    'success: Manuscripts were updated.',
    'error: Manuscript was not updated. changed by bob',
    'error: Manuscript was not updated. gone',
  ])
  expect([...checked.getSnapshot().ids]).toEqual(['3', '4'])
  expect(changes()).toBe(1)
})

test('MAN-04 MAN-09 a bulk update of many goes in parts, says each outcome once, and what was not changed stays checked', async () => {
  const all = Array.from({ length: 243 }, (_, at) => project(String(at)))
  const { actions, checked, toasts, sent } = setUp(({ body }) => {
    const { manuscript_projects_ids: ids } = body as { manuscript_projects_ids: string[] }
    if (ids.includes('242')) return failure(503, 'Out of order')
    const isStale = (id: string) => Number(id) % 4 === 1
    return Response.json({
      updated: ids.filter(id => !isStale(id)).map(id => project(id)),
      failed: ids.filter(isStale).map(id => ({ id, description: `${id} is stale` })),
    })
  })
  checked.check(
    all.map(({ id }) => id),
    true,
  )
  const progress: unknown[] = []
  actions.subscribe(() => progress.push(actions.getSnapshot().progress))
  await actions.setStatuses(all, 'closed')
  expect(
    sent.map(body => (body as { manuscript_projects_ids: string[] }).manuscript_projects_ids.length),
  ).toEqual([100, 100, 43])
  expect(sent[2]).toMatchObject({ status: 'closed', versions: { 242: 3 } })
  expect(progress).toEqual(
    expect.arrayContaining([
      { done: 100, total: 243 },
      { done: 200, total: 243 },
    ]),
  )
  expect(actions.getSnapshot()).toEqual({ busy: false, progress: undefined })
  expect(toasts[0]).toBe('success: Manuscripts were updated.')
  expect(toasts.slice(1, 21)).toEqual(
    Array.from({ length: 20 }, (_, at) => `error: Manuscript was not updated. ${at * 4 + 1} is stale`),
  )
  expect(toasts.slice(21)).toEqual([
    'error: Manuscripts were not updated. 30 more',
    'error: Manuscripts were not updated. Out of order',
  ])
  expect(checked.getSnapshot().ids.size).toBe(50 + 43)
})

test('MAN-09 a bulk update that fails whole, and a single one that came too late, say so and show what is there now', async () => {
  const { actions, toasts, changes } = setUp(({ body }) =>
    'id' in (body as object) ? failure(409, 'changed by bob') : failure(422, 'status: no'),
  )
  await actions.setStatuses([project('1')], 'closed')
  await actions.setStatus(project('1'), 'ready')
  expect(toasts).toEqual([
    'error: Manuscripts were not updated. status: no',
    'error: Manuscript was not updated. changed by bob',
  ])
  expect(changes()).toBe(2)
})

test('MAN-05 MAN-09 a single update carries the version on the screen; a second click meanwhile does nothing', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const { actions, toasts, sent } = setUp(async () => {
    await held
    return Response.json(project('1', { status: 'ready', version: 4 }))
  })
  const first = actions.setStatus(project('1'), 'ready')
  await actions.setStatus(project('1'), 'ready')
  release()
  await first
  expect(sent).toEqual([{ id: '1', status: 'ready', version: 3 }])
  expect(toasts).toEqual(['success: Manuscript was updated.'])
})

test('MAN-06 MAN-09 a deletion counts only when it succeeded, and can be taken back', async () => {
  const { actions, toasts, sent, undo } = setUp(({ method, url }) => {
    if (method === 'DELETE' && url.searchParams.get('ID') === '9') return failure(409, 'changed by bob')
    return Response.json(project('1', { status: 'deleted', version: 4 }))
  })
  expect(await actions.remove(project('9'))).toBe(false)
  expect(await actions.remove(project('1', { status: 'ready' }))).toBe(true)
  expect(toasts).toEqual([
    'error: Project was not deleted. changed by bob',
    'success: Project was successfully deleted.',
  ])
  undo()
  await expect.poll(() => sent.at(-1)).toEqual({ id: '1', status: 'ready', version: 4 })
})

test('what was closed is opened again: each project gets the status back that it had, on its new version', async () => {
  const { actions, toasts, sent, undo } = setUp(({ body }) => {
    const { manuscript_projects_ids: ids, status } = body as {
      manuscript_projects_ids: string[]
      status: ManuscriptProject['status']
    }
    const isStale = (id: string) => id === '4'
    return Response.json({
      updated: ids.filter(id => !isStale(id)).map(id => project(id, { status, version: 4 })),
      failed: ids.filter(isStale).map(id => ({ id, description: 'changed by bob' })),
    })
  })
  const before = [
    project('1', { status: 'processing' }),
    project('2', { status: 'closed' }),
    project('3', { status: 'pending' }),
    project('4', { status: 'processing' }),
    project('5', { status: 'processing' }),
  ]
  await actions.setStatuses(before, 'closed')
  toasts.length = 0
  sent.length = 0
  undo()
  await expect.poll(() => actions.getSnapshot().busy).toBe(false)
  expect(sent).toEqual([
    { manuscript_projects_ids: ['1', '5'], status: 'processing', versions: { 1: 4, 5: 4 } },
    { manuscript_projects_ids: ['3'], status: 'pending', versions: { 3: 4 } },
  ])
  expect(toasts).toEqual(['success: Manuscripts were updated.'])
})

test('one project that was closed by its menu is opened again; another change offers nothing', async () => {
  const { actions, sent, undo } = setUp(({ body }) => {
    const { status } = body as { status: ManuscriptProject['status'] }
    const changed = project('1', { status, version: 4 })
    return Response.json(
      'manuscript_projects_ids' in (body as object) ? { updated: [changed], failed: [] } : changed,
    )
  })
  await actions.setStatus(project('1', { status: 'ready' }), 'completed')
  expect(undo).toThrow()
  await actions.setStatus(project('1', { status: 'ready' }), 'closed')
  undo()
  await expect.poll(() => actions.getSnapshot().busy).toBe(false)
  expect(sent.at(-1)).toEqual({ manuscript_projects_ids: ['1'], status: 'ready', versions: { 1: 4 } })
})
