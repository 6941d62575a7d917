/** A browser may read the data long after the click: behind a question where to save it, or a scan. */
const KEPT_MS = 60_000

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** Hands an address of this origin to the browser's downloads; without a name the answer names the file. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export const textFile = (text: string, type = 'text/plain'): Blob =>
  new Blob([text], { type: `${type};charset=utf-8` })
