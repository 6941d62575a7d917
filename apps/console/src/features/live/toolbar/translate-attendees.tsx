import { type ActiveTranslation, texts } from '@livetap/contract'
import {
  type Attendee,
  attendeesOf,
  type LiveMeeting,
  ownNumberOf,
  type RecorderSnapshot,
} from '@livetap/session'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'

interface ChoiceProps {
  live: LiveMeeting
  csi: number
  onChoose: (csi: number) => void
}

/** The participants by name, beside the field of the number. */
export function AttendeeChoice({ live, csi, onChoose }: ChoiceProps) {
  const room = useStore(live)
  const attendees = attendeesOf(room)
  const [without, setWithout] = useState<string>()
  const unnumbered = attendees.find(one => one.key === without && one.csi === 0)
  if (attendees.length === 0) return null
  const numberOf = (one: Attendee) => (one.isYou ? ownNumberOf(room) : one.csi)
  const choose = (one: Attendee) => {
    const number = numberOf(one)
    setWithout(number === 0 ? one.key : undefined)
    if (number > 0) onChoose(number)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div role="group" aria-label="Participants">
      <div className={classes.choices}>
        {attendees.map(one => (
          <Button
            key={one.key}
            size="compact-xs"
            variant={numberOf(one) === csi ? 'light' : 'default'}
            aria-pressed={numberOf(one) === csi}
            onClick={() => choose(one)}
          >
            {one.name}
            {one.isYou && ' (you)'}
          </Button>
        ))}
      </div>
      {unnumbered && (
        <Text size="xs" mt={8} role="status">
          {`${unnumbered.name} speaks with CSI 0, which cannot be translated: ask for a CSI to be set there first (${texts.live.setCsi}).`}
        </Text>
      )}
    </div>
  )
}

/** Whose words the number stands for, where that is not plain to see. */
export function CsiNotice({ live, csi }: { live: LiveMeeting; csi: number }) {
  const room = useStore(live)
  const isOpen = isMicrophoneOpen(useStore(live.recorder).state)
  const isSpokenWith = attendeesOf(room).some(one => one.csi === csi && (!one.isYou || isOpen))
  if (isSpokenWith) return null
  const isOwn = isOpen && csi === ownNumberOf(room)
  return (
    <Text size="xs" c={isOwn ? 'dimmed' : undefined} role="status">
      {isOwn ? texts.live.ownCsiBecomes(csi) : texts.live.noOneWithCsi(csi)}
    </Text>
  )
}

const isMicrophoneOpen = (state: RecorderSnapshot['state']) => state === 'recording' || state === 'suspended'

interface RunningProps {
  live: LiveMeeting
  languages: readonly { code: string; name: string }[]
  onRefused: (why: string) => void
}

/** What is translated now, for everyone; each can be stopped. */
export function RunningTranslations({ live, languages, onRefused }: RunningProps) {
  const room = useStore(live)
  const { translations } = room
  const attendees = attendeesOf(room)
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
        const name = attendees.find(({ csi }) => csi === one.csi)?.name
        const who = name ?? `CSI ${one.csi}`
        const language = languages.find(({ code }) => code === one.language)?.name ?? one.language
        return (
          <li key={`${one.csi} ${one.language}`}>
            <span className={classes.name}>
              {who}: {language}
              {name === undefined && ` (${texts.live.noOneSpeaks})`}
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
