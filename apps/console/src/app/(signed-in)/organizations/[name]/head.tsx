'use client'

import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import { paths } from '~/paths'
import { organizationPageAt, organizationPages } from '~/shell/navigation/organization-pages'
import { useMay } from '~/shell/viewer'
import { Crumbs } from '~/ui/crumbs'
import { type PageHead, PageHeadContext, plainHead } from '~/ui/page-header'
import { type Frame, InOrganization, useOrganizationFrame } from './in-organization'

const FrameContext = createContext<Frame | null>(null)

/** Name of an organization and the viewer's rights in it, for the heads of all its pages. */
export function OrganizationFrameProvider({ children, ...frame }: Frame & { children: ReactNode }) {
  return (
    <FrameContext value={frame}>
      <InOrganization {...frame} />
      <PageHeadContext value={organizationHead}>{children}</PageHeadContext>
    </FrameContext>
  )
}

/** The frame as it is now: what was renamed or deleted a moment ago is about to be left. */
export function useFrame() {
  const frame = useContext(FrameContext)
  if (frame === null) throw new Error('An organization has a frame around its pages')
  const { name, initial } = frame
  const data = useOrganizationFrame(frame)
  const ofSite = data.siteOrganization ?? initial.siteOrganization
  const { permissions = [] } = ofSite ?? data.organization ?? initial.organization ?? {}
  return { name, permissions, ofSite }
}

/** The head of every page of an organization: the way up to what the page is a part of, and its title. */
function OrganizationHead({ of, ...head }: PageHead) {
  const { name, permissions } = useFrame()
  const pathname = usePathname()
  const overview = paths.organization(name)
  const pages = organizationPages({ name, permissions }, useMay('SITE_ORGANIZATIONS_WRITE'))
  const list = organizationPageAt(pages, pathname)
  const isBelowList = list !== undefined && list.path !== pathname
  const trail = [
    { label: name, path: overview },
    ...(isBelowList ? [{ label: list.label, path: list.path }] : []),
    ...(of ? [of] : []),
  ]
  return (
    <>
      {pathname !== overview && <Crumbs trail={trail} />}
      {plainHead(head)}
    </>
  )
}

const organizationHead = (head: PageHead): ReactNode => <OrganizationHead {...head} />
