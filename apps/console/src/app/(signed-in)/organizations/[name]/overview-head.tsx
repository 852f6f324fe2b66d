'use client'

import { lazy, Suspense } from 'react'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { Monogram } from '~/ui/monogram'
import { PageHeader } from '~/ui/page-header'
import { useFrame } from './head'

const Badges = lazy(async () => ({ default: (await import('../badges')).Badges }))
const SiteActions = lazy(async () => ({ default: (await import('./site-actions')).SiteActions }))

/** The head of the overview, which is the organization's own: its state, and what can be done with it. */
export function OverviewHead() {
  const { name, ofSite } = useFrame()
  useVisit({ kind: 'ORGANIZATION', label: name, path: paths.organization(name) })
  return (
    <PageHeader
      title={name}
      tab={`${name} · Organizations`}
      mark={<Monogram of="organization" size="lg" name={name} />}
      afterTitle={
        ofSite && (
          <Suspense>
            <Badges organization={ofSite} />
          </Suspense>
        )
      }
      actions={
        ofSite && (
          <Suspense>
            <SiteActions organization={ofSite} />
          </Suspense>
        )
      }
    />
  )
}
