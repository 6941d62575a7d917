import { paragraphsOf, shortClockText, type Transcript } from '@livetap/transcript'
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'

/** A Word document: a paragraph a turn, with its time and speaker above it. */
export function exportDocx(transcript: Transcript, title: string): Promise<Blob> {
  const children = paragraphsOf(transcript).flatMap(({ startMs, label, text, direction }) => [
    new Paragraph({
      spacing: { before: 160 },
      keepNext: true,
      children: [
        new TextRun({ text: label, bold: true }),
        new TextRun({ text: `${label && '  '}${shortClockText(startMs)}`, color: '5c6672', size: 18 }),
      ],
    }),
    new Paragraph({
      bidirectional: direction === 'rtl',
      children: [new TextRun({ text, rightToLeft: direction === 'rtl' })],
    }),
  ])
  const document = new Document({
    title,
    sections: [{ children: [new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }), ...children] }],
  })
  return Packer.toBlob(document)
}
