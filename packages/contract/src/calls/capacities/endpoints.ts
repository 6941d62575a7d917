import { defineEndpoint } from '../../wire/endpoint'
import { capacitiesAnswerSchema } from './schemas'

export const clusterCapacities = defineEndpoint({
  name: 'clusterCapacities',
  action: 'system.read',
  summary: 'Calls that each cluster takes, and how many more it could',
  family: 'backend',
  entry: 'bearer',
  method: 'GET',
  path: '/discovery_worker_cluster_capacities',
  answer: capacitiesAnswerSchema,
})
