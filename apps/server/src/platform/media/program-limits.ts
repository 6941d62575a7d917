export interface ProgramLimits {
  memoryBytes: number
  cpuSeconds: number
  /** Of each file that it writes. */
  fileBytes: number
}

const BLOCK_BYTES = 512
const KIB = 1024

/** What a system does not know (memory on macOS) is left out; an ended program leaves no dump of its memory. */
const SCRIPT =
  'for limit in "-v $1" "-t $2" "-f $3" "-c 0"; do ulimit $limit 2>/dev/null || :; done; shift 3; exec "$@"'

/** The command under limits that the system itself keeps. */
export function limited(
  path: string,
  args: readonly string[],
  { memoryBytes, cpuSeconds, fileBytes }: ProgramLimits,
): [string, string[]] {
  if (process.platform === 'win32') return [path, [...args]]
  const values = [memoryBytes / KIB, cpuSeconds, fileBytes / BLOCK_BYTES].map(value =>
    String(Math.ceil(value)),
  )
  return ['/bin/sh', ['-c', SCRIPT, 'sh', ...values, path, ...args]]
}
