import { type FacetName, type Facets, facetNames } from '@livetap/contract'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { SideSection } from '../../shared/ui/layout/side-section'
import { countText, facetLabels, valueText } from './facet-text'
import classes from './library.module.css'

interface Props {
  /** Undefined until they were counted. */
  facets: Facets | undefined
  chosen: Readonly<Record<FacetName, readonly string[]>>
  onChoose: (facet: FacetName, value: string, isChosen: boolean) => void
}

/** Beyond these a facet is unfolded. */
const SHOWN = 6

/** What the meetings of the list have, with how many of them; each value narrows the list. */
export function FacetPanel({ facets, chosen, onChoose }: Props) {
  return facetNames.map(name => (
    <Facet
      key={name}
      name={name}
      values={withChosen(facets?.[name] ?? [], chosen[name])}
      chosen={chosen[name]}
      onChoose={onChoose}
    />
  ))
}

type Value = { value: string; count: number | undefined }

/** A value that was asked for stays, also where no meeting has it. */
function withChosen(values: readonly Value[], chosen: readonly string[]): Value[] {
  const missing = chosen.filter(one => !values.some(({ value }) => isSame(value, one)))
  return [...missing.map(value => ({ value, count: undefined })), ...values]
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

interface FacetProps extends Pick<Props, 'onChoose'> {
  name: FacetName
  values: readonly Value[]
  chosen: readonly string[]
}

function Facet({ name, values, chosen, onChoose }: FacetProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (values.length === 0) return null
  const isChosen = ({ value }: Value) => chosen.some(one => isSame(one, value))
  const shown = isUnfolded ? values : values.filter((value, at) => at < SHOWN || isChosen(value))
  const hidden = values.length - shown.length
  return (
    <SideSection title={facetLabels[name]}>
      <ul className={classes.values} aria-label={facetLabels[name]}>
        {shown.map(value => (
          <li key={value.value}>
            <Checkbox
              size="xs"
              label={valueText(name, value.value)}
              checked={isChosen(value)}
              onChange={event => {
                const held = chosen.find(one => isSame(one, value.value)) ?? value.value
                onChoose(name, held, event.currentTarget.checked)
              }}
            />
            <span className={classes.valueCount}>
              {value.count === undefined ? 0 : countText(value.count)}
            </span>
          </li>
        ))}
      </ul>
      {(hidden > 0 || isUnfolded) && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(held => !held)}
        >
          {isUnfolded ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </SideSection>
  )
}
