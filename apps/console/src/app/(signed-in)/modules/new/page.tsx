import { organizationsToPublishIn } from '../publishers'
import { NewModule } from './new-module'

export default async function NewModulePage({ searchParams }: PageProps<'/modules/new'>) {
  const { organization } = await searchParams
  const mine = await organizationsToPublishIn()
  const named = typeof organization === 'string' ? organization : undefined
  return <NewModule organization={named ?? (mine.length === 1 ? mine[0] : undefined)} organizations={mine} />
}
