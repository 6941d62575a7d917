/** Small pieces only: every byte becomes an argument of one call. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
