type Segments<Path extends string> = Path extends `${infer Head}/${infer Tail}` ? Head | Segments<Tail> : Path
type NameOf<Segment> = Segment extends `:${infer Name}` ? Name : Segment extends '*' ? '*' : never

/** The parameters that a path names: '/meetings/:id' wants {id}. */
export type PathParams<Path extends string> = string extends Path
  ? Record<string, string | number>
  : { [Name in NameOf<Segments<Path>>]: string | number }

/** A call was made without a value that its path names. */
export class PathParamError extends Error {
  readonly reason = 'missing_param'
  constructor(
    readonly path: string,
    readonly param: string,
  ) {
    super(`${path} needs ${param}`)
  }
}

export const namesIn = (path: string): string[] =>
  path
    .split('/')
    .flatMap(segment => (segment === '*' ? ['*'] : segment.startsWith(':') ? [segment.slice(1)] : []))

/** Fills a path with encoded values. An empty value would be another address, so it is refused. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  const value = (name: string): string => {
    const given = params[name]
    if (given === undefined || given === null || given === '') throw new PathParamError(path, name)
    return String(given)
  }
  return path
    .split('/')
    .map(segment => {
      if (segment === '*') return value('*').split('/').map(encodeURIComponent).join('/')
      return segment.startsWith(':') ? encodeURIComponent(value(segment.slice(1))) : segment
    })
    .join('/')
}
