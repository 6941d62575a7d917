import type { SearchMode } from '@livetap/contract'
import { UnstyledButton } from '@mantine/core'
import classes from './search.module.css'

const modes = ['both', 'words', 'meaning'] as const satisfies SearchMode[]
const labels: Record<SearchMode, string> = {
  both: 'Words and meaning',
  words: 'Words',
  meaning: 'Meaning',
}
const hints: Record<SearchMode, string> = {
  both: 'Moments with the words, and moments that mean something near to them',
  words: 'Moments with all of the words',
  meaning: 'Moments that mean something near to the words, also where none of them was said',
}

/** What is looked for: it is in the address. */
export function SearchModes({ mode, onMode }: { mode: SearchMode; onMode: (mode: SearchMode) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons has no legend
    <div className={classes.modes} role="group" aria-label="Look for">
      {modes.map(one => (
        <UnstyledButton
          key={one}
          className={classes.mode}
          aria-pressed={one === mode}
          data-hint={hints[one]}
          onClick={() => onMode(one)}
        >
          {labels[one]}
        </UnstyledButton>
      ))}
    </div>
  )
}
