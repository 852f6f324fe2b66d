import { BulkActs } from './bulk-acts'

export default function BulkActsPage() {
  return <BulkActs />
}
