export { gatewayModule } from './gateway.module'
