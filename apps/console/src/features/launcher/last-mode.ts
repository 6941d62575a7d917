import { DEFAULT_LAUNCHER_MODE, isLauncherMode, type LauncherMode } from '@livetap/contract'

const key = 'livetap.launcher.mode'

/** The address decides, then what was chosen last in this browser, then the default. */
export function chosenMode(fromAddress: string | null, storage: Storage = localStorage): LauncherMode {
  if (isLauncherMode(fromAddress)) return fromAddress
  const last = read(storage)
  return isLauncherMode(last) ? last : DEFAULT_LAUNCHER_MODE
}

export function rememberMode(mode: LauncherMode, storage: Storage = localStorage): void {
  try {
    storage.setItem(key, mode)
  } catch {
    // Without storage the launcher opens in its default mode.
  }
}

function read(storage: Storage): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}
