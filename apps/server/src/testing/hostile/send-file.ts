/** Sends a file as the field `file` of a form, as a browser does. */
export function sendFile(
  url: string,
  file: Buffer,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'vendor.zip')
  return fetch(url, { method: 'POST', headers, body: form, signal })
}
