import { Paper } from '@mantine/core'
import { paths } from '~/paths'
import { NothingDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { LinkButton } from '~/ui/links'

/** Notice in place of a module that went while it was shown. */
export const NotSharedAnyMore = () => (
  <Paper>
    <title>This module is no longer available</title>
    <Empty
      icon={NothingDrawing}
      title="This module is no longer available"
      action={<LinkButton href={paths.modules()}>Go to modules</LinkButton>}
    >
      It was deleted, or is no longer shared with you.
    </Empty>
  </Paper>
)
