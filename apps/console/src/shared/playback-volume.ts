const KEY = 'livetap.past.volume'

export function rememberedVolume(): number {
  const kept = localStorage.getItem(KEY)
  const volume = Number(kept ?? 1)
  return volume >= 0 && volume <= 1 ? volume : 1
}

export function rememberVolume(volume: number): void {
  try {
    localStorage.setItem(KEY, String(volume))
  } catch {
    // A full or forbidden storage costs the memory, never the volume.
  }
}
