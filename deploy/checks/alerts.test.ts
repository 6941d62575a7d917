import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  debianPrograms,
  findProgram,
  missingPrograms,
} from '../../apps/server/src/testing/programs/debian-programs'
import { read, root } from './files'

const missingPromtool = missingPrograms(debianPrograms.promtool)

interface Rule {
  alert: string
  annotations: { summary: string; runbook_url: string }
}

const rules = (
  parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap(group => group.rules)

test.skipIf(missingPromtool)(
  'every alert fires when it should and is quiet when not, as promtool sees it',
  { meta: { skipReason: missingPromtool } },
  () => {
    const program = findProgram(debianPrograms.promtool)
    const { stdout, stderr, status } = spawnSync(program, ['test', 'rules', 'alerts.test.yaml'], {
      cwd: `${root}deploy/prometheus`,
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(stdout + stderr).toContain('SUCCESS')
    expect(status).toBe(0)
  },
)

test('every alert has a case that fires and one that is quiet', () => {
  interface Case {
    alert_rule_test: { alertname: string; exp_alerts: unknown[] }[]
  }
  const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as { tests: Case[] }
  const cases = tests.flatMap(one => one.alert_rule_test)
  for (const { alert } of rules) {
    const expected = cases
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => exp_alerts.length)
    expect([alert, expected.sort()]).toEqual([alert, [0, 1]])
  }
})

test('every alert leads to its section of OPERATIONS, and no link of the documents leads nowhere', () => {
  const anchors = new Set(
    [...read('docs/OPERATIONS.md').matchAll(/^#+ (.+)$/gm)].map(
      ([, title]) =>
        `docs/OPERATIONS.md#${title!
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-')}`,
    ),
  )
  const ofTexts = ['deploy/README.md', 'docs/OPERATIONS.md', 'README.md'].flatMap(path =>
    [...read(path).matchAll(/\]\((?:\.\.\/)?(?:docs\/)?(?:OPERATIONS\.md)?(#[\w-]+)\)/g)]
      .filter(([link]) => path === 'docs/OPERATIONS.md' || link.includes('OPERATIONS'))
      .map(match => `docs/OPERATIONS.md${match[1]}`),
  )
  const links = [...rules.map(({ annotations }) => annotations.runbook_url), ...ofTexts]
  expect([...new Set(links)].filter(link => !anchors.has(link))).toEqual([])
})
