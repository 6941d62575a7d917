import { asrLocales, type EngineState, languageOf } from '@livetap/contract'
import { Select } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import classes from './live-asr.module.css'

interface Props {
  engine: EngineState | undefined
  value: string
  onChange: (code: string) => void
}

/** Locales whose language the engine in use does not know cannot be chosen. */
export function LanguagePicker({ engine, value, onChange }: Props) {
  const knows = (code: string) =>
    !engine?.available || engine.languages.length === 0 || engine.languages.includes(languageOf(code))
  return (
    <Select
      size="xs"
      className={classes.language}
      aria-label="Language"
      leftSection={<IconLanguage size={16} />}
      searchable
      allowDeselect={false}
      maxDropdownHeight={360}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      nothingFoundMessage="No such language"
      data={asrLocales.map(({ code, name }) => ({
        value: code,
        label: `${code} · ${name}`,
        disabled: !knows(code),
      }))}
      value={value}
      onChange={code => code && code !== value && onChange(code)}
    />
  )
}
