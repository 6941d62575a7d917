/**
 * The ways, over any number of imports, from the modules of a rule to what they may not reach. A way ends at the first
 * forbidden module and takes no step that `notThrough` names. `modules` are those that dependency-cruiser read.
 */
export function forbiddenWays(modules, rule) {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
  )
  return [...imports.keys()]
    .filter(source => rule.from.test(source))
    .flatMap(source => waysFrom(source, imports, rule))
}

function waysFrom(source, imports, { to, notThrough }) {
  const isLeftOut = (from, next) => notThrough.some(step => step.from.test(from) && step.to.test(next))
  const found = []
  const seen = new Set([source])
  const ways = [[source]]
  for (const way of ways) {
    const here = way.at(-1)
    for (const next of imports.get(here) ?? []) {
      if (seen.has(next) || isLeftOut(here, next)) continue
      seen.add(next)
      const isForbidden = to.some(pattern => pattern.test(next))
      ;(isForbidden ? found : ways).push([...way, next])
    }
  }
  return found
}
