/** What the console uses of docx, for tsconfig.browser.json alone: the package's own types bring those of Node along. */
export const HeadingLevel: { readonly HEADING_1: unknown }
export class TextRun {
  constructor(options: unknown)
}
export class Paragraph {
  constructor(options: unknown)
}
export class Document {
  constructor(options: unknown)
}
export const Packer: { toBlob(document: Document): Promise<Blob> }
