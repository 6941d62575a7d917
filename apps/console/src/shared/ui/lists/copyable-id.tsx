import { ActionIcon, Anchor, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './copyable-id.module.css'
import { shortenMiddle } from './shorten-middle'

interface Props {
  id: string
  /** What it is the id of, for the button's name: "Copy meeting id". */
  label: string
  /** Longest number of characters shown. */
  length?: number
  /** Where a click on the id leads. */
  to?: string
  onCopied?: () => void
}

/** An id shortened in its middle, whole on hover, with a button that copies it. */
export function CopyableId({ id, label, length = 16, to, onCopied }: Props) {
  return (
    <span className={classes.root}>
      {to === undefined ? (
        <span className="mono" data-hint={id}>
          {shortenMiddle(id, length)}
        </span>
      ) : (
        <Anchor component={Link} to={to} className="mono" data-hint={id}>
          {shortenMiddle(id, length)}
        </Anchor>
      )}
      <CopyButton value={id} timeout={1500}>
        {({ copied, copy }) => (
          <ActionIcon
            data-hint={copied ? 'Copied' : `Copy ${label}`}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Copy ${label}`}
            onClick={() => {
              copy()
              onCopied?.()
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
