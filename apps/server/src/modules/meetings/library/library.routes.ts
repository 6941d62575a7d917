import {
  changeView,
  createView,
  deleteView,
  listViews,
  setTags,
  suggestTags,
} from '@livetap/contract/calls/library'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import type { LibraryService } from './library.service'

/** Tags and saved views; the list itself is a query of the list of meetings. */
export function libraryRoutes(server: HttpServer, library: LibraryService): void {
  const on = routesOf(server)
  on(setTags, async ({ params, body, principal }) => ({
    tags: await library.setTags(params.id, body.tags, principal.userName),
  }))
  on(suggestTags, async ({ query, principal }) => ({
    tags: await library.suggestTags(principal, query.find ?? ''),
  }))
  on(listViews, async ({ principal }) => ({ views: await library.views(principal) }))
  on(createView, async ({ principal, body }) => library.addView(principal, body))
  on(changeView, async ({ principal, params, body }) => library.changeView(principal, params.id, body))
  on(deleteView, async ({ principal, params }) => library.removeView(principal, params.id))
}
