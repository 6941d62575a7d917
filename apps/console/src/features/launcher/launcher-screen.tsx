import { type LauncherMode, launcherActions, texts } from '@livetap/contract'
import { getChoices } from '@livetap/contract/calls/choices'
import { Text, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi, useEnv, useMay } from '../../shared/session/session-context'
import { NotAllowed } from '../../shared/ui/feedback/not-allowed'
import { Column } from './column'
import { fieldChoices } from './form/field-choices'
import { fieldId, LauncherField } from './form/launcher-field'
import { type FieldName, isMeetingId } from './form/launcher-fields'
import { checkForm, firstValues, isAudioAlone, type LauncherValues } from './form/launcher-form'
import classes from './launcher.module.css'
import { modeForms } from './launcher-modes'
import { MeetingsSection } from './meetings/meetings-section'
import { ModeList, modeTabId } from './mode-list'
import { StartPanel } from './start/start-column'
import { useStart } from './start/use-start'
import { UnsavedSection } from './unsaved/unsaved-section'
import { UploadRowsList } from './upload/upload-rows-list'
import { UploadedMeetings } from './upload/uploaded-list'
import { useUploadList } from './upload/use-upload-list'
import { useMode } from './use-mode'

const PANEL_ID = 'mode-fields'

export function LauncherScreen() {
  const env = useEnv()
  const api = useApi()
  const [mode, setMode] = useMode()
  // What was not changed is worked out anew: dates that count from now must not stay those of the page's loading.
  const [changes, setChanges] = useState<Partial<LauncherValues>>({})
  const valuesAt = (ms: number): LauncherValues => ({ ...firstValues(env, ms), ...changes })
  const uploads = useUploadList()
  const { start, cancel, submitting, progress, failure, unwanted, files, forget } = useStart({
    onUploaded: uploads.add,
    onAllSent: left =>
      setChanges(held => ({
        ...held,
        audio_files: (held.audio_files ?? []).filter((_, at) => left.includes(at)),
      })),
  })
  const choices = useRemoteLoad(signal => api.call(getChoices, {}, { signal }), [api])
  const offered = useMemo(() => fieldChoices(choices.data), [choices.data])
  const nowMs = Date.now()
  const values = valuesAt(nowMs)
  const { errors, blockedBy } = checkForm(mode, values, nowMs)
  const isAllowed = useMay(launcherActions[mode])

  useScreenTitle('Start')

  const choose = (chosen: LauncherMode) => {
    forget()
    setMode(chosen)
  }
  const uploadAnother = () => {
    choose('upload_audio')
    requestAnimationFrame(() => document.getElementById(fieldId('audio_files'))?.focus())
  }
  const goToField = () => blockedBy && document.getElementById(fieldId(blockedBy.field))?.focus()
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (submitting || !isAllowed) return
    if (blockedBy) goToField()
    else void start(mode, valuesAt(Date.now()))
  }
  const set = (name: FieldName) => (value: LauncherValues[FieldName]) =>
    setChanges(held => ({ ...held, [name]: value }))

  const idField = modeForms[mode].fields.find(({ name }) => isMeetingId(name))?.name
  const pick = (meetingId: string) => {
    if (!idField) return
    set(idField)(meetingId)
    document.getElementById(fieldId(idField))?.focus()
  }

  useShortcuts([
    { keys: ['ArrowUp', 'ArrowDown'], label: 'Choose a mode (in the list)' },
    { keys: 'Enter', label: 'Start the mode' },
    { keys: 'mod+Enter', label: 'Start from anywhere', run: submit },
    { keys: 'm', label: 'Go to the modes', run: () => document.getElementById(modeTabId(mode))?.focus() },
    { keys: 'Escape', label: 'Cancel a start that runs', run: submitting ? cancel : undefined },
  ])

  return (
    <div className={classes.screen}>
      <UnsavedSection />
      <div className={classes.launcher}>
        <VisuallyHidden component="h1">Start</VisuallyHidden>
        <Column step={1} heading={texts.launcher.columnSelect}>
          <ModeList mode={mode} locked={submitting} panelId={PANEL_ID} onChoose={choose} onStart={submit} />
        </Column>
        {isAllowed ? (
          <form
            className={classes.form}
            onSubmit={submit}
            noValidate
            aria-label={texts.launcher.titles[mode]}
          >
            <Column step={2} heading={texts.launcher.columnFill}>
              <div className={classes.panel} id={PANEL_ID} role="tabpanel" aria-labelledby={modeTabId(mode)}>
                <p className={classes.explanation}>{modeForms[mode].explanation}</p>
                <fieldset className={classes.fields} disabled={submitting}>
                  {modeForms[mode].fields.map(({ name, required }) => (
                    <LauncherField
                      key={name}
                      name={name}
                      required={required}
                      value={values[name]}
                      error={errors[name]}
                      choices={offered}
                      nowMs={nowMs}
                      onChange={set(name)}
                    />
                  ))}
                </fieldset>
                {modeForms[mode].fields.length === 0 && (
                  <Text size="sm" c="dimmed">
                    Nothing to fill in.
                  </Text>
                )}
              </div>
            </Column>
            <Column step={3} heading={texts.launcher.columnStart}>
              <div className={classes.side}>
                <StartPanel
                  mode={mode}
                  submitting={submitting}
                  // Right after an upload nothing is missing: everything was sent.
                  blocked={
                    files.rows.length > 0 && blockedBy?.field === 'audio_files'
                      ? ''
                      : (blockedBy?.reason ?? null)
                  }
                  progress={progress}
                  failure={failure}
                  unwanted={unwanted}
                  onGoToField={goToField}
                  onCancel={cancel}
                  onAudioAlone={
                    isAudioAlone(mode, values, errors)
                      ? () => void start(mode, valuesAt(Date.now()))
                      : undefined
                  }
                />
                <UploadRowsList {...files} />
                <UploadedMeetings list={uploads} onUploadAnother={uploadAnother} />
              </div>
            </Column>
          </form>
        ) : (
          <section className={classes.form} aria-label={texts.launcher.titles[mode]}>
            <NotAllowed action={launcherActions[mode]} />
          </section>
        )}
        <MeetingsSection uploads={uploads} onPick={idField && !submitting ? pick : undefined} />
      </div>
    </div>
  )
}
