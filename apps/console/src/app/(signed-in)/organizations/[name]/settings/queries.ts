import { graphql } from '~/data/generated'

/** Asked by the server to fill the form, and by the browser after another user's change. */
export const OrganizationSettingsQuery = graphql(`
  query OrganizationSettings($name: String!) {
    siteOrganization(name: $name) {
      ...OrganizationSettingsFacts
    }
  }
`)
