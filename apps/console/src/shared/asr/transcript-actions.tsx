import { fillRoute, routes } from '@livetap/contract'
import { type AsrExportForm, asrExportForms } from '@livetap/session'
import { transcriptsFileName } from '@livetap/transcript'
import { Anchor, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { saveFile, textFile } from '../save-file'

interface Props {
  /** Of the files. */
  name: string
  textOf: (form: AsrExportForm) => string
  disabled?: boolean
  /** Further items below the forms. */
  children?: ReactNode
}

/** The text of a recognition as a file of the user's choice. */
export function ExportMenu({ name, textOf, disabled = false, children }: Props) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={disabled}
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
            onClick={() => saveFile(transcriptsFileName(name, new Date(), form), textFile(textOf(form)))}
          >
            {form.toUpperCase()}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** To the meeting that was made of a recognition. */
const toSaved = { toSaved: true }

/** Whether the way leads to the meeting that a transcript was just saved as. */
export const leadsToSaved = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toSaved' in state

export function SavedLink({ meetingId }: { meetingId: string }) {
  return (
    <span role="status">
      <Anchor
        component={Link}
        size="sm"
        to={fillRoute(routes.past, { meeting_id: meetingId })}
        state={toSaved}
      >
        Saved: open it
      </Anchor>
    </span>
  )
}
