import type { DocumentedCall } from '@livetap/contract/calls/docs/schemas'
import { Text } from '@mantine/core'
import classes from './docs.module.css'
import { SchemaBlock } from './schema-block'
import { schemaText } from './schema-text'

type Content = NonNullable<DocumentedCall['requestBody']>['content']

export function CallDetail({ call }: { call: DocumentedCall }) {
  const { parameters, requestBody, responses, description } = call
  const answers = Object.entries(responses).filter(([, { description }]) => description !== undefined)
  const failures = Object.keys(responses).filter(status => responses[status]?.description === undefined)
  return (
    <>
      {description && <Text size="sm">{description}</Text>}
      {parameters.length > 0 && (
        <>
          <h3 className={classes.part}>Parameters</h3>
          <ul className={classes.list}>
            {parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`}>
                <code>
                  {name}
                  {required ? '' : '?'}: {schemaText(schema)}
                </code>{' '}
                <span className={classes.aside}>{place}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {requestBody && <Bodies title="Body" content={requestBody.content} />}
      {answers.map(([status, { description, content }]) =>
        content ? (
          <Bodies key={status} title={`Answer ${status}`} content={content} />
        ) : (
          <h3 key={status} className={classes.part}>
            Answer {status} <span className={classes.aside}>{description}</span>
          </h3>
        ),
      )}
      {failures.length > 0 && (
        <h3 className={classes.part}>
          Failures <span className={classes.aside}>{failures.join(', ')}</span>
        </h3>
      )}
    </>
  )
}

function Bodies({ title, content }: { title: string; content: Content }) {
  return Object.entries(content).map(([type, { schema }]) => (
    <SchemaBlock key={type} title={title} aside={type} schema={schema} />
  ))
}
