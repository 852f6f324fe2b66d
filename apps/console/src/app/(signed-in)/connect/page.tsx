import { ask } from '~/session/ask'
import { Connect } from './connect'
import { ConnectCli } from './queries'

export default async function ConnectPage() {
  return <Connect found={await ask(ConnectCli, {})} />
}
