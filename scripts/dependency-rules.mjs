/** Proves each rule on the fixture that breaks it, then holds the whole tree against all of them. No folder may be crowded. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { crowdedFolders } from './lib/crowded-folders.mjs'
import { reachRules, rules, storeRule } from './lib/dependency-rule-set.mjs'
import { forbiddenWays } from './lib/forbidden-ways.mjs'
import { foreignStores } from './lib/foreign-stores.mjs'
import { fail, root } from './lib/run.mjs'

const MIN_MODULES = 800

async function violations(baseDir) {
  const folders = ['packages', 'apps', 'bench', 'e2e', 'soak', 'deploy'].filter(name =>
    existsSync(join(baseDir, name)),
  )
  const { output } = await cruise(folders, {
    baseDir,
    validate: true,
    ruleSet: { forbidden: rules.map(rule => ({ ...rule, severity: 'error' })) },
    tsPreCompilationDeps: true,
    preserveSymlinks: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(packages|apps)/[^/]+/dist(-next|-old)?/', 'apps/[^/]+/[^/]+\\.(mjs|ts)$'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  })
  const direct = output.summary.violations.map(({ rule, from, to }) => ({ name: rule.name, way: [from, to] }))
  const indirect = reachRules.flatMap(rule =>
    forbiddenWays(output.modules, rule).map(way => ({ name: rule.name, way })),
  )
  const paths = output.modules.map(({ source }) => source)
  const constructed = foreignStores(baseDir, paths).map(way => ({ name: storeRule.name, way }))
  return { found: [...direct, ...indirect, ...constructed], modules: output.modules.length }
}

const problems = []
const allRules = [...rules, ...reachRules, storeRule]
for (const { name } of allRules) {
  const fixture = join(root, 'scripts/fixtures/broken', name)
  if (!existsSync(fixture)) {
    problems.push(`The rule ${name} has no fixture that breaks it.`)
    continue
  }
  const { found } = await violations(fixture)
  if (!found.some(violation => violation.name === name))
    problems.push(`The rule ${name} does not fire on its fixture.`)
}

const { found, modules } = await violations(root)
if (modules < MIN_MODULES)
  problems.push(`Only ${modules} modules were read: the rules would say all is well.`)
for (const { name, way } of found) problems.push(`${name}: ${way.join(' -> ')}`)
for (const { folder, count, most } of crowdedFolders(root))
  problems.push(
    `crowded: ${folder} holds ${count} files side by side, more than ${most}: give it folders by idea`,
  )
if (problems.length > 0) fail(problems.join('\n'))
process.stdout.write(`${modules} modules, ${allRules.length} rules\n`)
