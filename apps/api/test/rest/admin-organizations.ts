import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import { as, documentOf } from '../rest.js'

export const pathOf = ({ name }: Pick<Organization, 'name'>): string => `/admin/organizations/${name}`

/** The names of a page, in its order. */
export const namesIn = (answer: { body: { data: { id: string }[] } }): string[] =>
  answer.body.data.map(({ id }) => id)

/** An app whose organizations a site administrator looks after; `owner` is a user to own them. */
export async function openSite() {
  const app = await startTestApp()
  const admin = await app.make.administrator('root')
  const owner = await app.make.user('olga')
  return {
    ...{ app, admin, owner },
    change: (organization: Organization, attributes: object) =>
      as(app, admin).patch(pathOf(organization), { body: documentOf('organizations', attributes) }),
    attributesOf: async (organization: Organization): Promise<Record<string, unknown>> =>
      (await as(app, admin).get(pathOf(organization))).body.data.attributes,
  }
}
