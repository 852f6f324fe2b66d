import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { BulkActDetail } from '../queries'
import { BulkAct } from './bulk-act'

export default async function BulkActPage({ params }: PageProps<'/bulk-acts/[id]'>) {
  const found = await ask(BulkActDetail, { id: decodeURIComponent((await params).id) })
  if (!found.bulkAct) notFound()
  return <BulkAct id={found.bulkAct.id} initial={found} />
}
