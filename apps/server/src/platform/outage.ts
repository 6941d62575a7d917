/** What a connection fails with when the other side is away, restarting, or out of reach. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Classes and codes of PostgreSQL: connection exceptions, too many connections, shutdown, crash, start, time limit, and
 * two transactions that were in each other's way.
 */
const SQL_STATE_OF_OUTAGE = /^(08...|53[23]00|57P0[1-5]|57014|25006|40001|40P01|55P03)$/

/** Errors of the driver that carry no code. */
const DRIVER_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|the database is closed)/

/** This process, or the machine, has as many files and connections open as it may. */
export function isOutOfDescriptors(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'EMFILE' || code === 'ENFILE'
}

/** Something that the call needs is out of reach; the same call can succeed in a moment. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutOfDescriptors(error)) return true
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (connectionCodes.has(code) || SQL_STATE_OF_OUTAGE.test(code))) return true
  return DRIVER_MESSAGE.test(error.message) || (error.cause !== undefined && isOutage(error.cause))
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Nothing can be written at the moment, by us or by the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, reason } = error as { code?: unknown; reason?: unknown }
  if (error.name === 'StorageError' && reason === 'full') return true
  return DISK_FULL.has(String(code)) || (error.cause !== undefined && isDiskFull(error.cause))
}

/** What a file system answers that is read-only, broken, or not mounted where it should be. */
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'ESTALE'])

/** The storage takes or gives nothing at the moment; what it holds is not lost. */
export function isStorageAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, reason, syscall } = error as { code?: unknown; reason?: unknown; syscall?: unknown }
  if (error.name === 'StorageError' && reason === 'unavailable') return true
  if (syscall !== undefined && UNWRITABLE.has(String(code))) return true
  return error.cause !== undefined && isStorageAway(error.cause)
}

/** The database could not take a value (out of range, not a date, no text): the caller's mistake. */
export function isDataError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return severity !== undefined && typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
}
