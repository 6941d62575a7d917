import { asrLocales } from '@livetap/contract'
import type { AsrSnapshot, LiveAsr } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { MicrophonePanel } from '../../shared/audio/microphone-panel'
import { useStore } from '../../shared/use-store'
import { connectionLabels } from './connection-words'
import { HintsSummary } from './hints-summary'
import classes from './live-asr.module.css'

export function SidePanel({ live, onAddHints }: { live: LiveAsr; onAddHints: () => void }) {
  const asr = useStore(live.session)
  const { engine, languageCode, diarization, hints } = asr.settings
  return (
    <aside className={classes.side} aria-label="State of the call">
      <Section title="Microphone">
        <MicrophonePanel
          recorder={live.recorder}
          muted={asr.muted || asr.paused || asr.upload !== undefined}
          onChooseDevice={id => void live.chooseDevice(id)}
          onRetry={() => void live.openMicrophone()}
        />
      </Section>
      <Section title="Recognition">
        <Fact name="Engine">{engine}</Fact>
        <Fact name="Language">{localeName(languageCode)}</Fact>
        <Fact name="Speakers">{diarization ? 'told apart' : 'not told apart'}</Fact>
      </Section>
      <Section
        title="Speech hints"
        action={
          <Button size="compact-xs" variant="subtle" onClick={onAddHints}>
            Add
          </Button>
        }
      >
        <HintsSummary hints={hints} onRemove={() => void live.removeSpeechHints()} />
      </Section>
      <Section title="Connection">
        <ConnectionFacts asr={asr} />
      </Section>
    </aside>
  )
}

function ConnectionFacts({ asr }: { asr: AsrSnapshot }) {
  return (
    <>
      <Fact name="State">{connectionLabels[asr.connection]}</Fact>
      <Fact name="Audio received">{shortClockText(asr.audioReceivedMs)}</Fact>
      <Fact name="Behind">{`${((asr.audioReceivedMs - asr.settledMs) / 1000).toFixed(1)} s`}</Fact>
      <Fact name="Reconnects">{String(asr.reconnects)}</Fact>
    </>
  )
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <header className={classes.sectionHead}>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span>{name}</span>
      <span className="tabular">{children}</span>
    </div>
  )
}

const localeName = (code: string) => asrLocales.find(locale => locale.code === code)?.name ?? code
