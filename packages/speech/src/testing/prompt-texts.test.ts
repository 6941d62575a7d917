import { expect, test } from 'vitest'
import { wordError } from './measure/word-error'
import { comparablePrompt } from './prompt-texts'

const errors = (reader: 'es' | 'fr' | 'ru', listed: string, heard: string) =>
  wordError(comparablePrompt(reader, listed, 'list'), comparablePrompt(reader, heard, 'engine')).errors

test('numerals, accents and misspellings of the lists are no errors of an engine', () => {
  expect(errors('es', 'Marque 1 paracambiar su contrasena', 'Marque uno para cambiar su contraseña.')).toBe(0)
  expect(errors('fr', 'Vous avez étez 2', 'vous avez été deux')).toBe(0)
  expect(errors('fr', 'Veuillez demeurez en ligne', 'Veuillez demeurer en ligne.')).toBe(0)
  expect(errors('fr', 'Radio U S B, première touche', 'Radio USB, 1ère touche')).toBe(0)
  expect(errors('ru', 'нажмите решётку', 'Нажмите решетку.')).toBe(0)
})

test('what the engine spells wrongly stays an error', () => {
  expect(errors('fr', 'appuyez sur dièse', 'appuyer sur Diez')).toBe(2)
  expect(errors('fr', 'vous avez été', 'vous avez étez')).toBe(1)
  expect(errors('fr', 'Veuillez demeurer en ligne', 'Veuillez demeurez en ligne')).toBe(1)
  expect(errors('fr', 'il y a présentement', 'il y présentement')).toBe(1)
})
