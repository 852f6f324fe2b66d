import { z } from 'zod'
import type { Organization } from '../domain/organizations/organization.js'

export const organizationDocument = z.object({
  id: z.string().meta({ description: 'The name of the organization.', example: 'acme' }),
  type: z.literal('organizations'),
  attributes: z.object({
    name: z.string(),
    'external-id': z.string(),
    email: z.string(),
    'created-at': z.string(),
  }),
  links: z.object({ self: z.string() }),
})

export function presentOrganization(organization: Organization): z.input<typeof organizationDocument> {
  return {
    id: organization.name,
    type: 'organizations',
    attributes: {
      name: organization.name,
      'external-id': organization.id,
      email: organization.email,
      'created-at': organization.createdAt.toISOString(),
    },
    links: { self: `/api/v2/organizations/${organization.name}` },
  }
}
