import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

interface Props {
  /** What it is, for its field and its button: "Copy link". */
  label: string
  value: string
  /** Until when it works, and that it is not shown again. */
  hint: string
}

/** A secret that is answered once: to be copied now. */
export function ShownOnce({ label, value, hint }: Props) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        size="sm"
        label={`The ${label}`}
        description={hint}
        readOnly
        className="mono"
        value={value}
        onFocus={event => event.currentTarget.select()}
      />
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Button
            size="sm"
            data-autofocus
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            onClick={copy}
          >
            {copied ? 'Copied' : `Copy ${label}`}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
