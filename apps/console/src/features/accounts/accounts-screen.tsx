import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries } from '../../shared/remote/list-queries'
import { Accounts } from './accounts'

export function AccountsScreen() {
  useScreenTitle('Accounts')
  return (
    <ListQueries>
      <Accounts />
    </ListQueries>
  )
}
