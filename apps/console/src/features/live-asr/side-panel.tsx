import { asrLocales } from '@livetap/contract'
import type { AsrSnapshot, LiveAsr } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { Button } from '@mantine/core'
import { MicrophonePanel } from '../../shared/audio/microphone-panel'
import { SideDrawer } from '../../shared/ui/layout/side-drawer'
import { Fact, SideSection } from '../../shared/ui/layout/side-section'
import { useStore } from '../../shared/use-store'
import { connectionLabels } from './connection-words'
import { HintsSummary } from './hints-summary'

export function SidePanel({ live, onAddHints }: { live: LiveAsr; onAddHints: () => void }) {
  const asr = useStore(live.session)
  const { engine, languageCode, diarization, hints } = asr.settings
  return (
    <SideDrawer label="State of the call">
      {asr.connection !== 'closed' && !asr.draining && (
        <SideSection title="Microphone">
          <MicrophonePanel
            recorder={live.recorder}
            muted={asr.muted || asr.paused || asr.upload !== undefined}
            onChooseDevice={id => void live.chooseDevice(id)}
            onRetry={() => void live.openMicrophone()}
          />
        </SideSection>
      )}
      <SideSection title="Recognition">
        <Fact name="Engine">{engine}</Fact>
        <Fact name="Language">{localeName(languageCode)}</Fact>
        <Fact name="Speaker labels">{diarization ? 'on' : 'off'}</Fact>
      </SideSection>
      <SideSection
        title="Speech hints"
        action={
          <Button size="compact-xs" variant="subtle" onClick={onAddHints}>
            Add
          </Button>
        }
      >
        <HintsSummary hints={hints} onRemove={() => void live.removeSpeechHints()} />
      </SideSection>
      <SideSection title="Connection">
        <ConnectionFacts asr={asr} />
      </SideSection>
    </SideDrawer>
  )
}

function ConnectionFacts({ asr }: { asr: AsrSnapshot }) {
  return (
    <>
      <Fact name="State">{connectionLabels[asr.connection]}</Fact>
      <Fact name="Audio received">{shortClockText(asr.audioReceivedMs)}</Fact>
      <Fact name="Not yet final">{`${((asr.audioReceivedMs - asr.settledMs) / 1000).toFixed(1)} s`}</Fact>
      <Fact name="Reconnects">{String(asr.reconnects)}</Fact>
    </>
  )
}

const localeName = (code: string) => asrLocales.find(locale => locale.code === code)?.name ?? code
