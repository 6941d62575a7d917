import { ASR_DEFAULT_WEIGHT, type SpeechHints, texts } from '@livetap/contract'
import type { HintForm } from '@livetap/session'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import classes from './live-asr.module.css'

interface Props {
  opened: boolean
  hints: SpeechHints
  onClose: () => void
  onSubmit: (form: HintForm) => void
}

export function HintsDialog({ opened, hints, onClose, onSubmit }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.asr.addSpeechHints}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* Created at every opening, so that it starts from the hints in use. */}
      {opened && <HintsForm hints={hints} onClose={onClose} onSubmit={onSubmit} />}
    </Modal>
  )
}

interface EntityRow {
  key: number
  type: string
  entries: string
}

const emptyRow = (key: number): EntityRow => ({ key, type: '', entries: '' })

function HintsForm({ hints, onClose, onSubmit }: Omit<Props, 'opened'>) {
  const [phrases, setPhrases] = useState(hints.phrases.join('\n'))
  const [limited, setLimited] = useState(hints.limit_vocab_to_phrases)
  const [weight, setWeight] = useState<number | string>(hints.weight)
  const [rows, setRows] = useState<EntityRow[]>([emptyRow(0)])
  const validWeight = typeof weight === 'number' && weight >= 0 && weight <= 1
  const edit = (key: number, change: Partial<EntityRow>) =>
    setRows(held => held.map(row => (row.key === key ? { ...row, ...change } : row)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!validWeight) return
    onSubmit({ phrases, limit_vocab_to_phrases: limited, weight, entities: rows })
    onClose()
  }
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <Textarea
        label="Phrases"
        description="One per line"
        placeholder={'Livetap\nAda Lovelace'}
        autosize
        minRows={4}
        maxRows={10}
        data-autofocus
        value={phrases}
        onChange={event => setPhrases(event.currentTarget.value)}
      />
      <Checkbox
        label="Limit the vocabulary to these phrases"
        checked={limited}
        onChange={event => setLimited(event.currentTarget.checked)}
      />
      <NumberInput
        label="Weight"
        description={`0 changes nothing, 1 pulls hardest; ${ASR_DEFAULT_WEIGHT} is the default`}
        min={0}
        max={1}
        step={0.01}
        decimalScale={2}
        w={360}
        maw="100%"
        value={weight}
        onChange={setWeight}
        error={validWeight ? undefined : 'A number from 0 to 1'}
      />
      <fieldset className={classes.entities}>
        <legend>Entities</legend>
        <Text size="xs" c="dimmed">
          A name, and examples separated by commas.
          {hints.entities.length > 0 && ` They are put before the ${hints.entities.length} in use.`}
        </Text>
        {rows.map(({ key, type, entries }, index) => (
          <Group key={key} gap="sm" wrap="nowrap">
            <TextInput
              aria-label={`Name of entity ${index + 1}`}
              placeholder="people"
              w="clamp(80px, 28%, 160px)"
              value={type}
              onChange={event => edit(key, { type: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Examples of entity ${index + 1}`}
              placeholder="Eva, Ada Lovelace"
              className={classes.grow}
              value={entries}
              error={type.trim() === '' && entries.trim() !== '' && 'Without a name it is left out'}
              onChange={event => edit(key, { entries: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove entity ${index + 1}`}
              onClick={() => setRows(held => held.filter(row => row.key !== key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setRows(held => [...held, emptyRow((held.at(-1)?.key ?? 0) + 1)])}
        >
          Add entity
        </Button>
      </fieldset>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Apply and reconnect</Button>
      </Group>
    </form>
  )
}
