/** What is wrong about a form's number, if anything. */
export function wholeNumber(value: number | string, least: number): string | undefined {
  if (value === '' || value === undefined) return 'Required'
  const number = Number(value)
  return Number.isInteger(number) && number >= least ? undefined : `A whole number, ${least} or more`
}
