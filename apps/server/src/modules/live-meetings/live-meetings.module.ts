import { languageOf } from '@livetap/contract'
import { DEFAULT_ENGINE, type EngineRegistry, speaksLanguage, type TranslatorRegistry } from '@livetap/speech'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { ServiceError } from '../../platform/service-error'
import type { AccessModule } from '../access'
import type { EventsModule } from '../events'
import type { LiveRoomModule } from '../live-room'
import type { MeetingsModule } from '../meetings'
import type { TranscriptsModule } from '../transcripts'
import { liveMeetingsRoutes } from './live-meetings.routes'
import { LiveMeetingsService } from './live-meetings.service'

export type LiveMeetingsModule = ReturnType<typeof liveMeetingsModule>

export interface LiveMeetingsNeeds {
  access: AccessModule
  events: EventsModule
  meetings: MeetingsModule
  liveRoom: LiveRoomModule
  transcripts: TranscriptsModule
}

export function liveMeetingsModule(
  { config, speech, tickets }: Platform,
  { access, events, meetings, liveRoom, transcripts }: LiveMeetingsNeeds,
) {
  const service = new LiveMeetingsService({
    access: access.service,
    meetings: meetings.service,
    meetingsStore: meetings.store,
    liveStore: liveRoom.liveStore,
    eventsStore: liveRoom.eventsStore,
    offTheRecord: transcripts.offTheRecord,
    hotword: liveRoom.service,
    placement: liveRoom.placement,
    tickets,
    events: events.recorder,
    site: { id: config.defaults.siteId, name: config.defaults.siteName },
    hasOtherProvider: config.upstreams.webex !== undefined,
    checkLanguage: language => checkLanguage(speech.engines, language),
    checkTranslation: language => checkTranslation(speech.translation, language),
  })
  return {
    service,
    routes: (server: HttpServer) => liveMeetingsRoutes(server, service),
  }
}

/** An engine that is not there yet may know any language; one that is there says which. */
async function checkLanguage(engines: EngineRegistry, language: string): Promise<void> {
  const availability = await engines.get(DEFAULT_ENGINE)?.availability()
  if (availability?.available && !speaksLanguage(availability, language))
    throw new ServiceError('invalid', `language: ${language} cannot be recognised here`)
}

async function checkTranslation(translation: TranslatorRegistry, language: string): Promise<void> {
  const target = languageOf(language)
  if (!(await translation.pairs()).some(pair => pair.to === target))
    throw new ServiceError('invalid', `language: nothing here translates into ${language}`)
}
