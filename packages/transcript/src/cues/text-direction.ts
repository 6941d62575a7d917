const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER = /\p{L}/u

/** The direction of a text's first letter: the rule of `dir="auto"`, for exports that must say it. */
export function textDirection(text: string): 'ltr' | 'rtl' {
  const letter = LETTER.exec(text)
  return letter && RIGHT_TO_LEFT.test(letter[0]) ? 'rtl' : 'ltr'
}
