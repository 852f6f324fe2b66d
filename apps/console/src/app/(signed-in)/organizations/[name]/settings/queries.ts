import { graphql } from '~/data/generated'

/** Asked by the server to fill the form, and by the browser when somebody else was faster. */
export const OrganizationSettingsQuery = graphql(`
  query OrganizationSettings($name: String!) {
    siteOrganization(name: $name) {
      ...OrganizationSettingsFacts
    }
  }
`)
