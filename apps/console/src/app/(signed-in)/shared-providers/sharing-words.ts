import { listed } from '~/ui/text'

type Sharing = { withAll: boolean; organizations: readonly string[]; organizationCount: number }

/** Returns which of the viewer's organizations something is shared with. */
export function sharedWithWords({ withAll, organizations, organizationCount }: Sharing): string {
  return withAll ? 'every organization' : listed(organizations, organizationCount)
}
