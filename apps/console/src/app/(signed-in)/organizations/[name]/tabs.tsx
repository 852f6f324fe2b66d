'use client'

import { Link } from '~/ui/link'
import { TabRow } from '~/ui/tab-row'

export type Tab = { label: string; path: string; isHere: boolean }

/** The way between the pages of an organization. */
export const OrganizationTabs = ({ name, tabs }: { name: string; tabs: readonly Tab[] }) => (
  <TabRow label={`Organization ${name}`} here={tabs.find(({ isHere }) => isHere)?.path}>
    {tabs.map(({ label, path, isHere }) => (
      <li key={path}>
        <Link href={path} aria-current={isHere ? 'page' : undefined}>
          {label}
        </Link>
      </li>
    ))}
  </TabRow>
)
