import { IconCompass } from '@tabler/icons-react'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'
import { PageHeader } from '~/ui/page-header'

export default function NotFound() {
  return (
    <>
      <title>Page not found</title>
      <PageHeader title="Page not found" />
      <Empty
        icon={<IconCompass size={28} stroke={1.5} />}
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
