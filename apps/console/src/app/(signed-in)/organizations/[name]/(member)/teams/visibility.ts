import type { TeamVisibility } from '~/data/generated/graphql'

/** Who gets to see a team, in plain words. */
export const visibilityWords: Readonly<Record<TeamVisibility, { label: string; description: string }>> = {
  ORGANIZATION: {
    label: 'All members',
    description: 'Every member of the organization sees the team and who is in it.',
  },
  SECRET: {
    label: 'Its members',
    description: 'Meant for its own members and the owners.',
  },
}
