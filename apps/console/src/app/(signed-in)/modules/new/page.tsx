import { NewModule } from '../module-form'
import { findPublishers } from '../publishers'

export default async function NewModulePage({ searchParams }: PageProps<'/modules/new'>) {
  const { organization } = await searchParams
  const { names: mine } = await findPublishers()
  const named = typeof organization === 'string' ? organization : undefined
  return <NewModule organization={named ?? (mine.length === 1 ? mine[0] : undefined)} organizations={mine} />
}
