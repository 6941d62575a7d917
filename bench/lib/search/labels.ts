import { inItsWords, inOtherWords, type Question, questions } from './questions'
import type { Chapter, Paragraph } from './texts'

/** A paragraph of a text that answers a question. */
export interface Label {
  chapter: Chapter
  paragraph: Paragraph
}

/** The paragraphs that answer each question. Throws where the text has none, or the quotation is of several. */
export function labelled(chapters: readonly Chapter[]): Map<Question, Label[]> {
  const verses = new Map<string, Label>()
  for (const chapter of chapters)
    for (const paragraph of chapter.paragraphs)
      if (paragraph.verse) verses.set(paragraph.verse, { chapter, paragraph })
  return new Map(
    questions.map(question => [
      question,
      question.answers.flatMap(answer =>
        question.book === 'bible' ? versesOf(verses, answer) : [quoted(chapters, question, answer)],
      ),
    ]),
  )
}

function versesOf(verses: ReadonlyMap<string, Label>, answer: string): Label[] {
  const [, chapter, from, to] = /^(\w+:)(\d+)(?:-(\d+))?$/.exec(answer) ?? []
  if (!chapter) throw new Error(`${answer} is no verse`)
  const found: Label[] = []
  for (let verse = Number(from); verse <= Number(to ?? from); verse++) {
    const label = verses.get(`${chapter}${verse}`)
    if (!label) throw new Error(`The text has no ${chapter}${verse}`)
    found.push(label)
  }
  return found
}

function quoted(chapters: readonly Chapter[], { book }: Question, quotation: string): Label {
  const found = chapters
    .filter(chapter => chapter.book === book)
    .flatMap(chapter =>
      chapter.paragraphs
        .filter(({ lines }) => lines.join(' ').includes(quotation))
        .map(paragraph => ({ chapter, paragraph })),
    )
  if (found.length !== 1) throw new Error(`${found.length} paragraphs have “${quotation}”, not one`)
  return found[0]!
}

/** The content words of texts, as the index has them. */
export type StemsOf = (texts: readonly string[]) => Promise<Set<string>[]>

/** Throws where a question has a word of its answer and should not, or has none and should. */
export async function checkWords(
  labels: ReadonlyMap<Question, readonly Label[]>,
  stemsOf: StemsOf,
): Promise<void> {
  const problems: string[] = []
  for (const [question, found] of labels) {
    const [asked, ...answers] = await stemsOf([
      question.text,
      ...found.map(({ paragraph }) => paragraph.lines.join(' ')),
    ])
    const shared = [...asked!].filter(stem => answers.some(answer => answer.has(stem)))
    if (inOtherWords.includes(question) && shared.length > 0)
      problems.push(`“${question.text}” shares ${shared.join(', ')}`)
    if (inItsWords.includes(question) && shared.length === 0)
      problems.push(`“${question.text}” shares no word`)
  }
  if (problems.length > 0)
    throw new Error(`The labels are not as they are said to be: ${problems.join('; ')}`)
}
