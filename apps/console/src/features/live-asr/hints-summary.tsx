import { counted, type SpeechHints } from '@livetap/contract'
import { Button, Text } from '@mantine/core'
import classes from './live-asr.module.css'

const MAX_SHOWN = 6

function some(values: readonly string[]): string {
  const more = values.length - MAX_SHOWN
  return more > 0 ? `${values.slice(0, MAX_SHOWN).join(', ')} and ${more} more` : values.join(', ')
}

export function HintsSummary({ hints, onRemove }: { hints: SpeechHints; onRemove: () => void }) {
  const { phrases, entities, weight, limit_vocab_to_phrases: limited } = hints
  if (phrases.length === 0 && entities.length === 0)
    return (
      <Text size="xs" c="dimmed">
        None in use. Names and terms given as hints are recognised more often.
      </Text>
    )
  return (
    <div className={classes.hints} data-testid="hints-summary">
      {phrases.length > 0 && (
        <Text size="xs">
          <b>{counted(phrases.length, 'phrase')}</b> {some(phrases)}
        </Text>
      )}
      {entities.map(({ type, entries }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entities may share a name, and the list only grows in front
        <Text size="xs" key={index}>
          <b>{type}</b> {some(entries)}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        Weight {weight.toFixed(2)}
        {limited && ', only these phrases'}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRemove}>
        Remove all
      </Button>
    </div>
  )
}
