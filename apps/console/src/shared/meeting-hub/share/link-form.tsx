import { SHARE_LINK } from '@livetap/contract'
import { createShare } from '@livetap/contract/calls/access'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../remote/use-remote-call'
import { useApi } from '../../session/session-context'
import { Refusal } from '../../ui/feedback/refusal'
import { clockMs } from './clock-ms'
import classes from './share.module.css'

const DAY_MS = 86_400_000

const expiries = [
  { value: '1', label: 'For a day' },
  { value: '7', label: 'For a week' },
  { value: '30', label: 'For 30 days' },
  { value: '', label: 'Until it is revoked' },
]

const NO_MOMENT = 'A moment such as 1:30'

/** What a new link shows, for how long, and to whom. */
export function LinkForm({ meetingId, onCreated }: { meetingId: string; onCreated: (url: string) => void }) {
  const api = useApi()
  const [days, setDays] = useState('7')
  const [password, setPassword] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const create = useRemoteCall(async () => {
    const { url } = await api.call(createShare, {
      params: { id: meetingId },
      body: {
        with: SHARE_LINK,
        expires_at: days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null,
        password: password || undefined,
        from_millis: clockMs(from),
        to_millis: clockMs(to),
      },
    })
    setPassword('')
    setFrom('')
    setTo('')
    if (url) onCreated(url)
  })
  const isWrong = (text: string) => text.trim() !== '' && clockMs(text) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong(from) && !isWrong(to)) void create.run()
  }
  return (
    <form onSubmit={submit}>
      <div className={classes.form}>
        <NativeSelect
          size="xs"
          label="Opens"
          data={expiries}
          value={days}
          onChange={event => setDays(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="password"
          label="Password"
          placeholder="None"
          autoComplete="new-password"
          className={classes.wide}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label="From"
          placeholder="Start"
          className={classes.moment}
          value={from}
          error={isWrong(from) && NO_MOMENT}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label="To"
          placeholder="End"
          className={classes.moment}
          value={to}
          error={isWrong(to) && NO_MOMENT}
          onChange={event => setTo(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" loading={create.loading}>
          Create link
        </Button>
      </div>
      <Refusal text={create.error?.message} />
    </form>
  )
}
