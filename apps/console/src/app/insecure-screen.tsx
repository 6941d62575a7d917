import { Code, List, Text, Title } from '@mantine/core'
import classes from './app.module.css'

/** Shown instead of everything else: without a secure context there is neither sign-in nor microphone. */
export function InsecureScreen() {
  const { host, port, pathname } = window.location
  return (
    <main className={classes.full}>
      <div className={classes.notice}>
        <Title order={1}>This address is not secure</Title>
        <Text>
          The page was opened as <Code>http://{host}</Code>. Over plain HTTP from another machine a browser
          offers neither the cryptography that signing in needs nor the microphone.
        </Text>
        <Title order={2}>What to do</Title>
        <List spacing="sm" type="ordered">
          <List.Item>
            On the machine that runs Livetap, open{' '}
            <Code>{`http://127.0.0.1${port ? `:${port}` : ''}${pathname}`}</Code> instead: that counts as
            secure.
          </List.Item>
          <List.Item>
            From another machine, forward the port:{' '}
            <Code>{`ssh -L ${port || 8080}:127.0.0.1:${port || 8080} ${window.location.hostname}`}</Code>
          </List.Item>
          <List.Item>
            For other machines, put a reverse proxy with TLS in front and set <Code>LIVETAP_PUBLIC_URL</Code>{' '}
            to its https address.
          </List.Item>
        </List>
      </div>
    </main>
  )
}
