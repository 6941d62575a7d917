import classes from './docs.module.css'
import { schemaText } from './schema-text'

interface Props {
  title: string
  aside: string
  /** Absent where the content is not read as a whole. */
  schema: Record<string, unknown> | undefined
}

export function SchemaBlock({ title, aside, schema }: Props) {
  return (
    <>
      <h3 className={classes.part}>
        {title} <span className={classes.aside}>{aside}</span>
      </h3>
      {schema && <pre className={classes.schema}>{schemaText(schema)}</pre>}
    </>
  )
}
