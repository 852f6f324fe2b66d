import type { TeamVisibility } from '~/data/generated/graphql'

/** Who gets to see a team, in plain words. */
export const visibilityWords: Readonly<Record<TeamVisibility, { label: string; description: string }>> = {
  ORGANIZATION: {
    label: 'Visible',
    description: 'Listed for every member of the organization.',
  },
  SECRET: {
    label: 'Secret',
    description: 'Marked as secret for clients. Members of the organization can still open it.',
  },
}
