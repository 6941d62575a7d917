import { getChoices, listEngines } from '@livetap/contract/calls/choices'
import type { Config } from '../../platform/config/config'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route } from '../../platform/http/route'
import type { Speech } from '../../platform/speech/open-speech'
import { choicesOf } from './choices'

export function choicesRoutes(server: HttpServer, settings: Config, { translation, engines }: Speech): void {
  route(server, getChoices, async () =>
    choicesOf(settings, new Set((await translation.pairs()).map(pair => pair.to))),
  )
  route(server, listEngines, async () => ({ engines: await engines.list() }))
}
