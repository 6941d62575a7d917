import { DEFAULT_LANGUAGE } from '@livetap/contract'
import { getChoices } from '@livetap/contract/calls/choices'
import type { ArchiveRequests } from '@livetap/session'
import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DateField } from '../../../shared/dates/date-field'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import { useStore } from '../../../shared/use-store'
import classes from './archive.module.css'
import { ArchiveEstimate } from './archive-estimate'
import { type ArchiveField, changeValue, emptyValues, errorsOf, filterOf } from './archive-values'

const triState = [
  { value: '', label: 'Not set' },
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
]

/** Which shards: every filter of the documents, checked as it is typed. */
export function ArchiveForm({ requests, region }: { requests: ArchiveRequests; region: string }) {
  const api = useApi()
  const { isBusy } = useStore(requests)
  const { data: choices } = useRemoteLoad(signal => api.call(getChoices, {}, { signal }), [])
  const [values, setValues] = useState(emptyValues)
  const nowMs = Date.now()
  const errors = errorsOf(values, nowMs)
  const isRight = Object.keys(errors).length === 0
  const filter = filterOf(values)
  const field = (name: ArchiveField, label: string) => ({
    name,
    label,
    size: 'xs',
    value: values[name],
    error: errors[name],
    onChange: (text: string) => setValues(changeValue(values, name, text)),
  })
  const flag = (name: ArchiveField, label: string) => {
    const { onChange, ...rest } = field(name, label)
    return <NativeSelect {...rest} data={triState} onChange={event => onChange(event.currentTarget.value)} />
  }
  const text = (name: ArchiveField, label: string, more: { placeholder?: string; number?: boolean } = {}) => {
    const { onChange, ...rest } = field(name, label)
    return (
      <TextInput
        {...rest}
        placeholder={more.placeholder}
        autoComplete="off"
        spellCheck={false}
        {...(more.number && { type: 'number', min: 0, step: 1, inputMode: 'numeric' })}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight && !isBusy) void requests.request(filter)
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Archive" noValidate>
      <div className={classes.wide}>
        {text('sync_key', 'Sync key', { placeholder: 'fills type and start' })}
      </div>
      {flag('evaluation', 'Evaluation')}
      {flag('has_human_transcript', 'Has human transcript')}
      {flag('has_csi', 'Has CSI')}
      {flag('has_participant_id', 'Has participant id')}
      {flag('has_global_participant_id', 'Has global participant id')}
      <Autocomplete
        {...field('language', 'Language')}
        data={choices?.languages.map(({ code }) => code) ?? []}
        placeholder={DEFAULT_LANGUAGE}
      />
      <DateField {...field('start_time', 'Start time (UTC)')} isRange={false} nowMs={nowMs} />
      <DateField {...field('end_time', 'End time (UTC)')} isRange={false} nowMs={nowMs} />
      <Autocomplete
        {...field('source', 'Source')}
        data={[...(choices?.sources ?? [])]}
        placeholder="listed or new"
      />
      <Autocomplete
        {...field('site_name', 'Site name')}
        data={[...(choices?.sites ?? [])]}
        placeholder="any site"
      />
      {text('min_length_ms', 'Min length, ms', { number: true, placeholder: '0' })}
      {text('max_length_ms', 'Max length, ms', { number: true, placeholder: '21000' })}
      {text('max_total_shards_ms', 'Max total, ms', { number: true, placeholder: 'no limit' })}
      <div className={classes.send}>
        <ArchiveEstimate region={region} filter={isRight ? filter : undefined} />
        <Button type="submit" size="xs" disabled={!isRight} loading={isBusy}>
          Build archive
        </Button>
      </div>
    </form>
  )
}
