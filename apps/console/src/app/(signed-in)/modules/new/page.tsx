import { NewModule } from '../module-form'
import { findPublishers } from '../publishers'

export default async function NewModulePage({ searchParams }: PageProps<'/modules/new'>) {
  const { organization } = await searchParams
  if (typeof organization === 'string') return <NewModule organization={organization} />
  const { first, count } = await findPublishers()
  return <NewModule organization={count === 1 ? first : undefined} />
}
