import { Modules } from './modules'
import { belongsSomewhere, organizationsToPublishIn } from './publishers'

export default async function ModulesPage() {
  const [names, belongs] = await Promise.all([organizationsToPublishIn(), belongsSomewhere()])
  return <Modules mayCreate={names.length > 0} belongs={belongs} />
}
