import type { SearchResult } from '@livetap/transcript'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import classes from '../past.module.css'

interface Props {
  isDisabled: boolean
  query: string
  result: SearchResult | undefined
  current: number
  input: RefObject<HTMLInputElement | null>
  onQuery: (query: string) => void
  onStep: (step: 1 | -1) => void
  onClose: () => void
  /** What else can be done with the matches. */
  children?: ReactNode
}

/** Search in the transcript, with count, next and previous. */
export function SearchBox({
  isDisabled,
  query,
  result,
  current,
  input,
  onQuery,
  onStep,
  onClose,
  children,
}: Props) {
  const count = result?.count ?? 0
  const isEmpty = query.trim() === ''
  const shown = isEmpty ? '' : `${count === 0 ? 0 : current + 1} / ${count}${result?.capped ? '+' : ''}`
  return (
    <search className={classes.search}>
      <TextInput
        ref={input}
        size="xs"
        type="search"
        data-search
        disabled={isDisabled}
        aria-label="Search in the transcript"
        placeholder="Search the transcript"
        leftSection={<IconSearch size={14} />}
        // The count takes its place only once there is one: the hint needs it before.
        rightSectionWidth={isEmpty ? 8 : 84}
        rightSectionPointerEvents="none"
        rightSection={
          <span className={classes.matches} role="status" data-testid="search-count">
            {shown}
          </span>
        }
        value={query}
        onChange={event => onQuery(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
        }}
      />
      <ActionIcon
        className={classes.quiet}
        variant="subtle"
        color="gray"
        aria-label="Previous match"
        disabled={count === 0}
        onClick={() => onStep(-1)}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        className={classes.quiet}
        variant="subtle"
        color="gray"
        aria-label="Next match"
        disabled={count === 0}
        onClick={() => onStep(1)}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
      {children}
    </search>
  )
}
