import type { SharedSession } from '@livetap/session'
import { Button, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from '../../../shared/use-store'
import classes from './shared-link.module.css'

const problems = {
  wrong: 'This is not the password of this link.',
  throttled: 'Too many wrong passwords: try again in a quarter of an hour.',
}

/** What stands before a link that has a password. */
export function LinkPassword({ session }: { session: SharedSession }) {
  const { isChecking, passwordProblem } = useStore(session)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) void session.givePassword(password)
  }
  return (
    <form className={classes.password} onSubmit={submit}>
      <Title order={1}>This meeting has a password</Title>
      <Text c="dimmed">The person who sent you the link knows it.</Text>
      <TextInput
        type="password"
        label="Password"
        autoComplete="off"
        data-autofocus
        autoFocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        error={passwordProblem && problems[passwordProblem]}
      />
      <Button type="submit" loading={isChecking} disabled={!password}>
        Open the meeting
      </Button>
    </form>
  )
}
