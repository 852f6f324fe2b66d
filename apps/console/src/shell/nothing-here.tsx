'use client'

import { paths } from '../paths'
import { NothingDrawing } from '../ui/drawings'
import { Empty } from '../ui/empty'
import { LinkButton } from '../ui/links'
import { PageHeader } from '../ui/page-header'
import { ForgetVisit } from './recent-things'

/** In place of a page that is not there, or of which one may not know. */
export function NothingHere() {
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
