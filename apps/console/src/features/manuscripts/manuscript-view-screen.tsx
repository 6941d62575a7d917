import { ListQueries } from '../../shared/remote/list-queries'
import { ProjectView } from './view/project-view'

export function ManuscriptViewScreen() {
  return (
    <ListQueries>
      <ProjectView />
    </ListQueries>
  )
}
