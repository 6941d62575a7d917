import { meetingLanguages, texts } from '@livetap/contract'
import type { LiveMeeting } from '@livetap/session'
import { Button, Select } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import { FormPopover } from './form-popover'

export function LanguageForm({ live }: { live: LiveMeeting }) {
  const { languageCode } = useStore(live)
  return (
    <FormPopover label={texts.live.changeLanguage} icon={<IconWorld size={16} />}>
      {close => <Form live={live} languageCode={languageCode} onDone={close} />}
    </FormPopover>
  )
}

function Form(props: { live: LiveMeeting; languageCode: string; onDone: () => void }) {
  const { live, languageCode, onDone } = props
  const [code, setCode] = useState(languageCode)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    await live.controls.setLanguage(code)
    setSending(false)
    onDone()
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)}>
      <Select
        size="xs"
        label="Language"
        description="For everyone in this meeting, from the next words on"
        required
        searchable
        allowDeselect={false}
        maxDropdownHeight={280}
        comboboxProps={{ withinPortal: false }}
        data={meetingLanguages.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        value={code}
        onChange={chosen => chosen && setCode(chosen)}
      />
      <Button size="xs" type="submit" loading={isSending} disabled={code === languageCode}>
        Change
      </Button>
    </form>
  )
}
