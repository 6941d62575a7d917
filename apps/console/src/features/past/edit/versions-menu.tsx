import type { UtteranceVersion } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import type { Utterance } from '@livetap/transcript'
import { Button, Menu, Text } from '@mantine/core'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { formatDate } from '../../../shared/time/format-date'

/** Every text the utterance has had, the recogniser's own among them; choosing one makes it the newest. */
export function VersionsMenu({ utterance, session }: { utterance: Utterance; session: PastSession }) {
  const { run, loading, data, error } = useRemoteCall((signal: AbortSignal) =>
    session.calls.versions(utterance.id, signal),
  )
  return (
    <Menu position="bottom-end" shadow="md" width={360} onOpen={() => void run()}>
      <Menu.Target>
        <Button size="compact-xs" variant="default" loading={loading}>
          Versions
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {error && <Menu.Label>{error.message}</Menu.Label>}
        {data?.map(version => (
          <Menu.Item
            key={version.version}
            disabled={version.version === utterance.version}
            onClick={() => void session.editor.put(utterance.id, version.text)}
          >
            <Text size="xs" c="dimmed" className="tabular">
              {describe(version, utterance.version)}
            </Text>
            <Text size="sm" lineClamp={3} dir="auto">
              {version.text}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function describe(version: UtteranceVersion, current: number): string {
  const who = version.original ? 'Original, by the recogniser' : (version.edited_by ?? 'Unknown')
  const when = version.edited_at ? ` · ${formatDate(version.edited_at)}` : ''
  return `${who}${when}${version.version === current ? ' · current' : ''}`
}
