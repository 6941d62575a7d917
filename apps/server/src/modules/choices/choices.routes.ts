import { getChoices } from '@livetap/contract/calls/choices'
import type { TranslatorRegistry } from '@livetap/speech'
import type { Config } from '../../platform/config/config'
import type { HttpServer } from '../../platform/http/create-http-server'
import { route } from '../../platform/http/route'
import { choicesOf } from './choices'

export function choicesRoutes(
  server: HttpServer,
  settings: Config,
  translation: Pick<TranslatorRegistry, 'pairs'>,
): void {
  route(server, getChoices, async () =>
    choicesOf(settings, new Set((await translation.pairs()).map(pair => pair.to))),
  )
}
