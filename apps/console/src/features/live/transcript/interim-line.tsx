import { type LiveMeeting, voiceOf } from '@livetap/session'
import { textDirection } from '@livetap/transcript'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import type { SpeakerColours } from './speaker-colour'

/** What is being said right now, pinned below the list: one line a voice. */
export function InterimLine({ live, colours }: { live: LiveMeeting; colours: SpeakerColours }) {
  const { interims, interimTranslationEnabled } = useStore(live)
  return (
    <div className={classes.interims} data-testid="interim">
      {interims.length === 0 && <span className={classes.waiting}>…</span>}
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
