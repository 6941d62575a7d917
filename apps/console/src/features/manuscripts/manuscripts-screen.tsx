import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries } from '../../shared/remote/list-queries'
import { ProjectsList } from './list/projects-list'

export function ManuscriptsScreen() {
  useScreenTitle('Manuscripts')
  return (
    <ListQueries>
      <ProjectsList />
    </ListQueries>
  )
}
