import { defineEndpoint } from '../../wire/endpoint'
import { overviewAnswerSchema } from './schemas'

/** What every screen shows of the installation. */

export const getOverview = defineEndpoint({
  name: 'getOverview',
  action: 'account.use',
  summary: 'How many meetings run, are transcribed and failed, the errors of a day, and the nodes that drain',
  family: 'partner',
  entry: 'bearer',
  method: 'GET',
  path: '/web/overview',
  answer: overviewAnswerSchema,
})
