import { paths } from '~/paths'
import { LinkButton } from '~/ui/links'
import { count } from '~/ui/plural'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useText } from './use-text'

type Use = { workspaces: number; behind: number }

/** Whose current states were written by a version: what is really in use, whatever a workspace is set to. */
export function StateUse({ version, use }: { version: string; use: Use }) {
  return (
    <ListSection
      title="Current states"
      about={<Note my="xs">{useText(use)}</Note>}
      action={
        use.workspaces > 0 && (
          <LinkButton href={paths.siteWorkspaces({ writtenBy: version })} variant="default" size="xs">
            Written for {count(use.workspaces, 'workspace')}
          </LinkButton>
        )
      }
    >
      {null}
    </ListSection>
  )
}
