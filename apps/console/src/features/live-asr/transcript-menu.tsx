import { type AsrLine, asrExportForms, exportAsr } from '@livetap/session'
import { transcriptsFileName } from '@livetap/transcript'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconTrash } from '@tabler/icons-react'
import { saveFile, textFile } from '../../shared/save-file'

interface Props {
  lines: readonly AsrLine[]
  name: string
  onExport: () => void
  onClear: () => void
}

export function TranscriptMenu({ lines, name, onExport, onClear }: Props) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={lines.length === 0}
          leftSection={<IconDownload size={14} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {asrExportForms.map(form => (
          <Menu.Item
            key={form}
            onClick={() => {
              saveFile(transcriptsFileName(name, new Date(), form), textFile(exportAsr(lines, form)))
              onExport()
            }}
          >
            {form.toUpperCase()}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onClear}>
          Clear transcript
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
