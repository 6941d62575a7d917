import { texts } from '@livetap/contract'
import { getChoices } from '@livetap/contract/calls/choices'
import { type LiveMeeting, ownNumberOf } from '@livetap/session'
import { Button, NumberInput, Select, Switch, Text } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import { Refusal } from '../../../shared/ui/feedback/refusal'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import { FormPopover } from './form-popover'
import { AttendeeChoice, CsiNotice, RunningTranslations } from './translate-attendees'
import { wholeNumber } from './whole-number'

export function TranslateForm({ live }: { live: LiveMeeting }) {
  const { translations, ttsEnabled } = useStore(live)
  const languages = [...new Set(translations.map(({ language }) => language))].join(' ')
  const value = [languages, ttsEnabled && 'TTS'].filter(Boolean).join(' ') || undefined
  return (
    <FormPopover label={texts.live.translate} icon={<IconLanguage size={16} />} value={value}>
      {close => <Form live={live} onDone={close} />}
    </FormPopover>
  )
}

function Form({ live, onDone }: { live: LiveMeeting; onDone: () => void }) {
  const api = useApi()
  const now = live.getSnapshot()
  const { data, loading } = useRemoteLoad(signal => api.call(getChoices, {}, { signal }), [api])
  const [csi, setCsi] = useState<number | string>(now.translation?.csi ?? ownNumberOf(now))
  const [language, setLanguage] = useState('')
  const [interim, setInterim] = useState(now.interimTranslationEnabled)
  const [tts, setTts] = useState(now.ttsEnabled)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const error = wholeNumber(csi, 1)
  const languages = data?.translation_languages ?? []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (error) return
    setSending(true)
    setRefusal('')
    const wanted = { csi: Number(csi), language, interim, tts }
    await live.controls.translate(wanted).then(onDone, (failed: Error) => setRefusal(failed.message))
    setSending(false)
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)}>
      <RunningTranslations live={live} languages={languages} onRefused={setRefusal} />
      <NumberInput
        size="xs"
        label="Attendee CSI"
        description="Whose words are translated"
        required
        min={1}
        allowDecimal={false}
        clampBehavior="none"
        data-autofocus
        value={csi}
        error={error}
        onChange={setCsi}
      />
      <AttendeeChoice live={live} csi={Number(csi)} onChoose={setCsi} />
      {!error && <CsiNotice live={live} csi={Number(csi)} />}
      <Select
        size="xs"
        label="Language"
        placeholder={loading ? 'Loading…' : languages.length > 0 ? 'Add a language' : 'None available'}
        disabled={languages.length === 0}
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
        data={languages.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        value={language || null}
        onChange={code => setLanguage(code ?? '')}
      />
      {!loading && languages.length === 0 && (
        <Text size="xs" c="dimmed">
          This server has no translation engine.
        </Text>
      )}
      <Switch
        size="xs"
        label="Show translations while words are being said"
        checked={interim}
        onChange={event => setInterim(event.currentTarget.checked)}
      />
      <Switch
        size="xs"
        label="Read finals aloud (TTS)"
        description="Your microphone is silent meanwhile"
        checked={tts}
        onChange={event => setTts(event.currentTarget.checked)}
      />
      <Refusal text={refusal} />
      <Button size="xs" type="submit" loading={isSending} disabled={error !== undefined}>
        Apply
      </Button>
    </form>
  )
}
