import type { ManuscriptList, ManuscriptProject } from '@livetap/contract'
import { expect, test } from 'vitest'
import { CheckedProjects, MAX_CHECKED_PROJECTS, type ReadProjects } from './checked-projects'

const project = (id: number, version = 1) => ({ id: String(id), version }) as ManuscriptProject

/** A service of so many projects, in pages; each page waits until it is released where `held` is set. */
function service(total: number, pageSize = 100) {
  const state = { held: undefined as Promise<void> | undefined, asked: [] as (string | undefined)[] }
  const read: ReadProjects = async (next, signal) => {
    state.asked.push(next)
    await state.held
    signal.throwIfAborted()
    const from = Number(next ?? 0)
    const projects = Array.from({ length: Math.min(pageSize, total - from) }, (_, at) => project(from + at))
    const after = from + pageSize
    return { projects, total, next: after < total ? String(after) : null } satisfies ManuscriptList
  }
  return { state, read }
}

test('MAN-04 all that match are checked, page by page, with their versions; one can be unchecked again', async () => {
  const { read, state } = service(243)
  const checked = new CheckedProjects()
  const found: (number | undefined)[] = []
  checked.subscribe(() => found.push(checked.getSnapshot().finding?.found))
  await checked.checkAll(read)
  expect(state.asked).toEqual([undefined, '100', '200'])
  expect(checked.getSnapshot()).toMatchObject({ finding: undefined, error: undefined })
  expect(found).toEqual(expect.arrayContaining([100, 200, 243]))
  checked.check(['7'], false)
  // What is shown may be newer than what was found.
  const chosen = checked.of([project(0, 5)])
  expect(chosen).toHaveLength(242)
  expect(chosen.find(({ id }) => id === '0')?.version).toBe(5)
  expect(chosen.find(({ id }) => id === '242')?.version).toBe(1)
  expect(chosen.some(({ id }) => id === '7')).toBe(false)
})

test('MAN-04 clearing while all are being checked leaves none checked', async () => {
  const { read, state } = service(300)
  let release = () => {}
  state.held = new Promise(resolve => {
    release = resolve
  })
  const checked = new CheckedProjects()
  const done = checked.checkAll(read)
  expect(checked.getSnapshot().finding).toEqual({ found: 0, total: 0 })
  checked.clear()
  release()
  await done
  expect(checked.getSnapshot()).toEqual({ ids: new Set(), finding: undefined, error: undefined })
  expect(state.asked).toHaveLength(1)
})

test('MAN-04 a project that is unchecked before its page has come stays unchecked', async () => {
  const { read } = service(200)
  const checked = new CheckedProjects()
  await checked.checkAll(async (next, signal) => {
    if (next) checked.check(['150'], false)
    return await read(next, signal)
  })
  expect(checked.getSnapshot().ids.size).toBe(199)
  expect(checked.getSnapshot().ids.has('150')).toBe(false)
})

test('MAN-04 a page that cannot be read says why and leaves what was found checked', async () => {
  const { read } = service(300)
  const checked = new CheckedProjects()
  await checked.checkAll((next, signal) =>
    next === '200' ? Promise.reject(new Error('Out of order')) : read(next, signal),
  )
  expect(checked.getSnapshot().ids.size).toBe(200)
  expect(checked.getSnapshot()).toMatchObject({ finding: undefined, error: new Error('Out of order') })
})

test('MAN-04 a list without an end is asked for up to the bound, a cursor that repeats once', async () => {
  const endless = service(Number.POSITIVE_INFINITY, 500)
  const checked = new CheckedProjects()
  await checked.checkAll(endless.read)
  expect(checked.getSnapshot().ids.size).toBe(MAX_CHECKED_PROJECTS)
  let asked = 0
  const repeating = new CheckedProjects()
  await repeating.checkAll(async () => {
    asked += 1
    return { projects: [project(asked)], total: 9, next: 'same' }
  })
  expect(asked).toBe(2)
})
