import { choicesSchema, families } from '@livetap/contract'
import type { TranslationDesk } from '@livetap/speech'
import type { Config } from '../../platform/config/config'
import type { HttpServer } from '../../platform/http/create-http-server'
import { choicesOf } from './choices'

const config = { entry: 'bearer' } as const

export function choicesRoutes(
  server: HttpServer,
  settings: Config,
  translation: Pick<TranslationDesk, 'pairs'>,
): void {
  server.get(
    `${families.partner}/web/choices`,
    { config, schema: { response: { 200: choicesSchema } } },
    async () => choicesOf(settings, new Set((await translation.pairs()).map(pair => pair.to))),
  )
}
