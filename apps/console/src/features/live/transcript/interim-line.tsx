import { BEHIND_MS, texts } from '@livetap/contract'
import { howFarBehindMs, type LiveMeeting, voiceOf } from '@livetap/session'
import { textDirection } from '@livetap/transcript'
import { useNow } from '../../../shared/time/use-now'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import type { SpeakerColours } from './speaker-colour'

/** What is being said right now, pinned below the list: one line a voice. */
export function InterimLine({ live, colours }: { live: LiveMeeting; colours: SpeakerColours }) {
  const { interims, interimTranslationEnabled } = useStore(live)
  return (
    <div className={classes.interims} data-testid="interim">
      {interims.length === 0 && <Waiting live={live} />}
      {interims.map(interim => (
        <div key={interim.id} className={classes.interim} style={colours.style(voiceOf(interim))}>
          <p dir={textDirection(interim.transcript.text)}>{interim.transcript.text}</p>
          {interimTranslationEnabled &&
            Object.entries(interim.translations).map(([language, text]) => (
              <p key={language} className={classes.translated} lang={language} dir={textDirection(text)}>
                {text}
              </p>
            ))}
        </div>
      ))}
    </div>
  )
}

/** What was said and has no text yet is announced where its words will stand. */
function Waiting({ live }: { live: LiveMeeting }) {
  const behindMs = howFarBehindMs(useStore(live), useNow())
  return (
    <span className={classes.waiting}>
      {behindMs > BEHIND_MS ? texts.live.textFollows(Math.ceil(behindMs / 1000)) : '…'}
    </span>
  )
}
