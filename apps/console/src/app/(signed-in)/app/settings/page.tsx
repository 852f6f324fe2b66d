import { redirect } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { accountPagesFor } from '~/shell/navigation/pages'
import { paths } from '~/paths'

export default async function AccountPage() {
  const [first] = accountPagesFor(await currentViewer())
  redirect(first?.path ?? paths.tokens())
}
