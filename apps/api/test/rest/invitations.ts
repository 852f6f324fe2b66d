import type { Response } from 'supertest'

/** The request that invites a person into teams. */
export const invitation = (email: string, ...teamIds: readonly string[]) => ({
  body: {
    data: {
      type: 'organization-memberships',
      attributes: { email },
      relationships: { teams: { data: teamIds.map((id) => ({ type: 'teams', id })) } },
    },
  },
})

/** The path of the API that the secret of an invitation's link is sent to. */
export const linkIn = ({ body }: Pick<Response, 'body'>): string =>
  `/invitations/${body.data.attributes['invitation-url'].split('/').at(-1)}`
