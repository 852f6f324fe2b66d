import { IconCompass } from '@tabler/icons-react'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'

export default function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Empty
        icon={IconCompass}
        title="There is nothing here"
        action={
          <LinkButton href={paths.overview()} variant="default">
            To the overview
          </LinkButton>
        }
      >
        The address may be mistyped, the thing may have been deleted, or it may not be yours to see.
      </Empty>
    </>
  )
}
