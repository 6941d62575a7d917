import { type ActiveTranslation, texts } from '@livetap/contract'
import { type LiveMeeting, peopleOf } from '@livetap/session'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from '../../shared/use-store'
import classes from './live.module.css'

interface Attendee {
  key: string
  name: string
  csi: number
  isYou: boolean
}

/** Whose words could be translated; you are among them before your first word. */
function useAttendees(live: LiveMeeting): Attendee[] {
  const room = useStore(live)
  return peopleOf(room).flatMap(({ key, name, isYou, voices }) => {
    const csi = isYou ? room.csi : voices.at(-1)?.csi
    return csi === undefined ? [] : [{ key, name, csi, isYou }]
  })
}

interface ChoiceProps {
  live: LiveMeeting
  csi: number
  onChoose: (csi: number) => void
}

/** The participants by name, beside the field of the number. */
export function AttendeeChoice({ live, csi, onChoose }: ChoiceProps) {
  const attendees = useAttendees(live)
  const [without, setWithout] = useState<string>()
  const unnumbered = attendees.find(one => one.key === without && one.csi === 0)
  if (attendees.length === 0) return null
  const choose = (one: Attendee) => {
    setWithout(one.csi === 0 ? one.key : undefined)
    if (one.csi > 0) onChoose(one.csi)
  }
  const free = 1 + Math.max(0, ...attendees.map(one => one.csi))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div role="group" aria-label="Participants">
      <div className={classes.choices}>
        {attendees.map(one => (
          <Button
            key={one.key}
            size="compact-xs"
            variant={one.csi > 0 && one.csi === csi ? 'light' : 'default'}
            aria-pressed={one.csi > 0 && one.csi === csi}
            onClick={() => choose(one)}
          >
            {one.name}
            {one.isYou && ' (you)'}
          </Button>
        ))}
      </div>
      {unnumbered && (
        <Text size="xs" mt={8} role="status">
          {unnumbered.isYou ? (
            <>
              You speak with CSI 0, which cannot be translated: set a CSI first.{' '}
              <Button
                size="compact-xs"
                onClick={() => {
                  live.setCsi(free)
                  onChoose(free)
                  setWithout(undefined)
                }}
              >
                Set my CSI to {free}
              </Button>
            </>
          ) : (
            `${unnumbered.name} speaks with CSI 0, which cannot be translated: ask for a CSI to be set there first (${texts.live.setCsi}).`
          )}
        </Text>
      )}
    </div>
  )
}

interface RunningProps {
  live: LiveMeeting
  languages: readonly { code: string; name: string }[]
  onRefused: (why: string) => void
}

/** What is translated now, for everyone; each can be stopped. */
export function RunningTranslations({ live, languages, onRefused }: RunningProps) {
  const { translations } = useStore(live)
  const attendees = useAttendees(live)
  const [stopping, setStopping] = useState<ActiveTranslation>()
  if (translations.length === 0) return null
  const stop = async (one: ActiveTranslation) => {
    onRefused('')
    setStopping(one)
    await live.controls
      .stopTranslation(one.csi, one.language)
      .catch((error: Error) => onRefused(error.message))
    setStopping(undefined)
  }
  return (
    <ul className={classes.translations} aria-label="Translated now">
      {translations.map(one => {
        const who = attendees.find(({ csi }) => csi === one.csi)?.name ?? `CSI ${one.csi}`
        const language = languages.find(({ code }) => code === one.language)?.name ?? one.language
        return (
          <li key={`${one.csi} ${one.language}`}>
            <span className={classes.name}>
              {who}: {language}
            </span>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              loading={stopping === one}
              aria-label={`Stop translating ${who} into ${language}`}
              onClick={() => void stop(one)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
