'use client'

import type { ReactNode } from 'react'
import type { OrganizationPage } from '~/shell/organization-pages'
import { PageHeadContext, plainHead } from '~/ui/page-header'
import { SectionLinks } from '~/ui/section-links'
import { OrganizationHead } from '../head'

type SettingsProps = { sections: readonly OrganizationPage[]; children: ReactNode }

/** The settings of an organization: one head for all, with the sections beside the one that is shown. */
export const Settings = ({ sections, children }: SettingsProps) => (
  <>
    <OrganizationHead heading={<span>Settings</span>} />
    <PageHeadContext value={plainHead}>
      <SectionLinks label="Settings" sections={sections}>
        {children}
      </SectionLinks>
    </PageHeadContext>
  </>
)
