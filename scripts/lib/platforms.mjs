const WANTED = [
  { platform: 'linux-x64', os: 'linux', cpu: 'x64' },
  { platform: 'linux-arm64', os: 'linux', cpu: 'arm64' },
  { platform: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
]

/** A musl build does not serve the glibc systems meant here. */
const fits = (entry, { os, cpu }) =>
  (!entry.os || entry.os.includes(os)) &&
  (!entry.cpu || entry.cpu.includes(cpu)) &&
  (!entry.libc || os !== 'linux' || entry.libc.includes('glibc'))

/** Packages whose parts are chosen by platform, and the platforms no locked part of theirs serves. */
export function missingPlatforms(lock) {
  const byName = new Map()
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').pop()
    byName.set(name, [...(byName.get(name) ?? []), entry])
  }
  const missing = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    const optional = Object.keys(entry.optionalDependencies ?? {})
    // npm leaves a part out of the lock file when the registry lacks it, and `npm ci` then refuses the whole.
    for (const name of optional)
      if (!byName.has(name)) missing.push({ name: path.split('node_modules/').pop(), platform: name })
    const parts = optional.flatMap(name => byName.get(name) ?? []).filter(part => part.os || part.cpu)
    // Parts for one system alone (fsevents on macOS) are an extra of that system, not a native package.
    if (new Set(parts.flatMap(part => part.os ?? [])).size < 2) continue
    for (const wanted of WANTED)
      if (!parts.some(part => fits(part, wanted)))
        missing.push({ name: path.split('node_modules/').pop(), platform: wanted.platform })
  }
  return missing
}
