import { Modules } from './modules'
import { findPublishers } from './publishers'

export default async function ModulesPage() {
  const { first, belongs } = await findPublishers()
  return <Modules mayCreate={first !== undefined} publisher={first} belongs={belongs} />
}
