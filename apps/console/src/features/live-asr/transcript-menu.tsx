import { type AsrLine, exportAsr } from '@livetap/session'
import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ExportMenu } from '../../shared/asr/transcript-actions'

interface Props {
  lines: readonly AsrLine[]
  name: string
  onExport: () => void
  onClear: () => void
}

export function TranscriptMenu({ lines, name, onExport, onClear }: Props) {
  return (
    <ExportMenu
      name={name}
      disabled={lines.length === 0}
      textOf={form => {
        onExport()
        return exportAsr(lines, form)
      }}
    >
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onClear}>
        Clear transcript
      </Menu.Item>
    </ExportMenu>
  )
}
