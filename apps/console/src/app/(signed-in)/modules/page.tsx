import type { Metadata } from 'next'
import { Modules } from './modules'
import { organizationsToPublishIn } from './publishers'

export const metadata: Metadata = { title: 'Modules' }

export default async function ModulesPage() {
  return <Modules mayCreate={(await organizationsToPublishIn()).length > 0} />
}
