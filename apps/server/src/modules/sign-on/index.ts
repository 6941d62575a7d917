export { firstAccountNotice } from './accounts/first-account-notice'
export { type OwnCallers, type SignOnModule, signOnModule } from './sign-on.module'
