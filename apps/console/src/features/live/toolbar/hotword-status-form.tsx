import { type HotwordStatus, texts } from '@livetap/contract'
import type { LiveMeeting } from '@livetap/session'
import { Button, Select, Text } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Refusal } from '../../../shared/ui/feedback/refusal'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import { FormPopover } from './form-popover'

const fields = [
  ['assistant', 'Assistant'],
  ['recording', 'Recording'],
  ['transcription', 'Transcription'],
  ['chimes', 'Chimes'],
] as const

export function HotwordStatusForm({ live }: { live: LiveMeeting }) {
  return (
    <FormPopover label={texts.live.setHotwordStatus} icon={<IconAdjustments size={16} />}>
      {close => <Form live={live} onDone={close} />}
    </FormPopover>
  )
}

function Form({ live, onDone }: { live: LiveMeeting; onDone: () => void }) {
  const [chosen, setChosen] = useState<HotwordStatus>({})
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { evaMuted, recording, transcription, chimes } = useStore(live)
  const now = { assistant: !evaMuted, recording, transcription, chimes }
  const choose = (field: keyof HotwordStatus, value: string | null) => {
    const { [field]: _, ...others } = chosen
    setChosen(value === null ? others : { ...others, [field]: value === 'on' })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setRefusal('')
    await live.controls.setHotwordStatus(chosen).then(onDone, (error: Error) => setRefusal(error.message))
    setSending(false)
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)}>
      {fields.map(([field, label]) => (
        <Select
          key={field}
          size="xs"
          label={label}
          description={`Now ${now[field] ? 'on' : 'off'}`}
          placeholder="Leave as it is"
          clearable
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={value => choose(field, value)}
        />
      ))}
      <Text size="xs" c="dimmed">
        Only what you choose is sent.
      </Text>
      <Refusal text={refusal} />
      <Button size="xs" type="submit" loading={isSending} disabled={Object.keys(chosen).length === 0}>
        Send
      </Button>
    </form>
  )
}
