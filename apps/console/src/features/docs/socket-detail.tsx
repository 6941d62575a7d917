import classes from './docs.module.css'
import type { SocketRow } from './documented'
import { SchemaBlock } from './schema-block'

export function SocketDetail({ row: { socket, fromClient, fromServer } }: { row: SocketRow }) {
  const subProtocols = Object.entries(socket['x-sub-protocols'])
  const block = (from: string) => (name: string) => {
    const message = socket.messages[name]
    return (
      message && (
        <SchemaBlock key={name} title={name} aside={`${from}: ${message.summary}`} schema={message.payload} />
      )
    )
  }
  return (
    <>
      {subProtocols.length > 0 && (
        <>
          <h3 className={classes.part}>Sub-protocols</h3>
          <ul className={classes.list}>
            {subProtocols.map(([name, meaning]) => (
              <li key={name}>
                <code>{name}</code> <span className={classes.aside}>{meaning}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {fromClient.map(block('from the client'))}
      {fromServer.map(block('from the server'))}
      <h3 className={classes.part}>Close codes</h3>
      <ul className={classes.list}>
        {Object.entries(socket['x-close-codes']).map(([reason, code]) => (
          <li key={reason}>
            <code>
              {code} {reason}
            </code>
          </li>
        ))}
      </ul>
    </>
  )
}
