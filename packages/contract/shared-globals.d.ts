/** Globals that browsers and Node have alike, as far as shared code uses them (tsconfig.shared.json). */
declare function atob(encoded: string): string
declare function btoa(binary: string): string

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}
declare class URLSearchParams {
  readonly size: number
  set(name: string, value: string): void
  append(name: string, value: string): void
  toString(): string
}
declare class URL {
  constructor(address: string)
  readonly host: string
  readonly protocol: string
}
/** Passed on, never read. */
interface FormData {
  set(name: string, value: unknown): void
}
