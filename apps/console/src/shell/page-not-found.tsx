'use client'

import { paths } from '../paths'
import { NothingDrawing } from '../ui/feedback/drawings'
import { Empty } from '../ui/feedback/empty'
import { LinkButton } from '../ui/links'
import { PageHeader } from '../ui/page-header'
import { ForgetVisit } from './recent-things'

/** Page shown instead of one that does not exist, or that the viewer may not know of. */
export function PageNotFound() {
  return (
    <>
      <ForgetVisit />
      <PageHeader title="Page not found" />
      <Empty
        icon={NothingDrawing}
        title="There is nothing here"
        action={
          <LinkButton href={paths.overview()} variant="default">
            Go to overview
          </LinkButton>
        }
      >
        The address may be wrong, the item may have been deleted, or you may not have access.
      </Empty>
    </>
  )
}
