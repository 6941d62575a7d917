/** Proves each rule on the fixture that breaks it, then holds the whole tree against all of them. No folder may be crowded. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { crowdedFolders } from './lib/crowded-folders.mjs'
import { rules } from './lib/dependency-rule-set.mjs'
import { fail, root } from './lib/run.mjs'

const MIN_MODULES = 800

async function violations(baseDir) {
  const folders = ['packages', 'apps', 'bench', 'e2e', 'soak'].filter(name => existsSync(join(baseDir, name)))
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
  return { found: output.summary.violations, modules: output.modules.length }
}

const problems = []
for (const { name } of rules) {
  const fixture = join(root, 'scripts/fixtures/broken', name)
  if (!existsSync(fixture)) {
    problems.push(`The rule ${name} has no fixture that breaks it.`)
    continue
  }
  const { found } = await violations(fixture)
  if (!found.some(violation => violation.rule.name === name))
    problems.push(`The rule ${name} does not fire on its fixture.`)
}

const { found, modules } = await violations(root)
if (modules < MIN_MODULES)
  problems.push(`Only ${modules} modules were read: the rules would say all is well.`)
for (const { rule, from, to } of found) problems.push(`${rule.name}: ${from} -> ${to}`)
for (const { folder, count, most } of crowdedFolders(root))
  problems.push(`crowded: ${folder} holds ${count} source files flat, more than ${most}: give it rooms`)
if (problems.length > 0) fail(problems.join('\n'))
process.stdout.write(`${modules} modules, ${rules.length} rules\n`)
