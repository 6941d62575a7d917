import { ClientError } from '../../../platform/http/errors'

/** Far more than the console sends; what is longer would be kept for half an hour for any caller. */
const MAX_PARAMETER_CHARACTERS = 512
const MAX_QUERY_CHARACTERS = 4096

/** Refuses a request for a sign-in whose parameters are too long to be kept while it is pending. */
export function assertKeepableParameters(query: Readonly<Record<string, unknown>>): void {
  let characters = 0
  for (const [name, value] of Object.entries(query)) {
    const length = [value].flat().reduce<number>((sum, one) => sum + String(one).length, 0)
    if (length > MAX_PARAMETER_CHARACTERS)
      throw new ClientError(
        400,
        `${name.slice(0, 40)}: is longer than ${MAX_PARAMETER_CHARACTERS} characters`,
      )
    characters += name.length + length
  }
  if (characters > MAX_QUERY_CHARACTERS)
    throw new ClientError(400, `query: is longer than ${MAX_QUERY_CHARACTERS} characters`)
}
