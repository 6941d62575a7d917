import type { Reader } from './recordings'

/** Small numbers, in order from 0: the lists write "1" where the reader says "uno", and the engines write either. */
const numbers: Record<Exclude<Reader, 'en'>, string> = {
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez',
  fr: 'zero un deux trois quatre cinq six sept huit neuf dix',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci',
  ru: 'ноль один два три четыре пять шесть семь восемь девять десять',
}

/** What is wrong in the packages' lists, without accents: misspelled, run together, or no grammar that anyone says. */
const listErrors: Partial<Record<Reader, [wrong: RegExp, right: string][]>> = {
  es: [
    [/\bingese\b/g, 'ingrese'],
    [/\bparacambiar\b/g, 'para cambiar'],
  ],
  fr: [
    [/\bpresentemnet\b/g, 'presentement'],
    [/\bacceuil\b/g, 'accueil'],
    [/\b(de)?verouill/g, '$1verrouill'],
    [/\bconnection\b/g, 'connexion'],
    [/\bappellant\b/g, 'appelant'],
    [/\bstatus\b/g, 'statut'],
    [/\bdemontration\b/g, 'demonstration'],
    [/\bfelicitation\b/g, 'felicitations'],
    [/\bdeboguage\b/g, 'debogage'],
    [/\brappler\b/g, 'rappele'],
    [/\bce tte\b/g, 'cette'],
    [/\b(et|votre) \1\b/g, '$1'],
    [/\bmots? de passes\b/g, 'mots de passe'],
    [/\bfichiers audios\b/g, 'fichiers audio'],
    [/\bdes information\b/g, 'des informations'],
    [/\bnous somme\b/g, 'nous sommes'],
    [/\boptions avances\b/g, 'options avancees'],
    [/\bl'arrive du\b/g, "l'arrivee du"],
    [/\bj'essai\b/g, "j'essaie"],
    [/\bj'etabli\b/g, "j'etablis"],
    [/\b(ont|avez) ete[sz]\b/g, '$1 ete'],
    [/\bavez (entr|acced)(?:er|ez)\b/g, 'avez $1e'],
    [/\b(veuillez|pouvez) (\p{L}+)ez\b/gu, '$1 $2er'],
    [/\b(vous compos|nom et appuy)er\b/g, '$1ez'],
  ],
}

/** Written with a numeral, said as a word. */
const ordinals: Partial<Record<Reader, [written: RegExp, said: string][]>> = {
  fr: [
    [/\b1er(s?)\b/g, 'premier$1'],
    [/\b1(?:e)?re(s?)\b/g, 'premiere$1'],
  ],
}

/** "U S B", "U.S.B." and "USB" are said alike. */
const joinedInitials = (text: string) =>
  text.replaceAll(/(?<![\p{L}'])\p{Lu}(?:[ .]{1,2}\p{Lu}(?!\p{L}|'))+/gu, letters =>
    letters.replaceAll(/[ .]/g, ''),
  )

const plain = (text: string) =>
  joinedInitials(text).toLowerCase().replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, '')

const corrected = (text: string, changes: readonly [RegExp, string][] = []) =>
  changes.reduce((sum, [from, to]) => sum.replaceAll(from, to), text)

/**
 * A prompt, or what was heard of it, as it is compared: without accents, which the Spanish list does not write, numbers
 * as numerals. Only the text of the list is corrected. Silent endings and what else differs only in spelling count
 * as errors.
 */
export function comparablePrompt(reader: Reader, text: string, from: 'list' | 'engine'): string {
  const wordsOfNumbers = reader === 'en' ? [] : plain(numbers[reader]).split(' ')
  const spelled = corrected(plain(text), from === 'list' ? listErrors[reader] : [])
  return corrected(spelled, ordinals[reader]).replaceAll(/[\p{L}']+/gu, word => {
    const number = wordsOfNumbers.indexOf(word)
    return number >= 0 ? String(number) : word
  })
}
