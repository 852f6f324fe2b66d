import { redirect } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { accountPagesFor } from '~/shell/pages'
import { paths } from '~/paths'

/** Leads to the first page of the account. */
export default async function AccountPage() {
  const [first] = accountPagesFor(await currentViewer())
  redirect(first?.path ?? paths.tokens())
}
