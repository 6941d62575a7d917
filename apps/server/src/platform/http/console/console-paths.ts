/**
 * The router's patterns as paths of the server, which allows an optional parameter at the end alone: a pattern
 * becomes one path for each way to leave its optional segments out.
 */
export function consolePaths(patterns: readonly string[]): string[] {
  return [...new Set(patterns.flatMap(pattern => expand(pattern.split('/').slice(1))))]
}

function expand(segments: readonly string[]): string[] {
  let paths = ['']
  for (const segment of segments) {
    // Parameters are named by their place: two patterns that differ in a name alone are one path.
    const given = segment.startsWith(':') ? (path: string) => `:p${path.split('/').length}` : () => segment
    const withIt = paths.map(path => `${path}/${given(path)}`)
    paths = segment.endsWith('?') ? [...paths, ...withIt] : withIt
  }
  return paths.map(path => path || '/')
}
