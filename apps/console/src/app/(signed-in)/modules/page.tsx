import { Modules } from './modules'
import { findPublishers } from './publishers'

export default async function ModulesPage() {
  const { names, belongs } = await findPublishers()
  return <Modules mayCreate={names.length > 0} publisher={names[0]} belongs={belongs} />
}
