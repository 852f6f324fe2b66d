import { notFound, redirect } from 'next/navigation'
import { graphql } from '~/data/generated'
import { paths } from '~/paths'
import { ask } from '~/session/ask'

const WorkspaceNamed = graphql(`
  query WorkspaceNamed($organization: String!, $name: String!) {
    organization(name: $organization) {
      name
      workspace(name: $name) {
        id
      }
    }
  }
`)

/** The address that clients print for a workspace leads to its page. */
export default async function WorkspaceOfClientsPage({
  params,
}: PageProps<'/app/[organization]/workspaces/[name]'>) {
  const { organization: of, name } = await params
  const { organization } = await ask(WorkspaceNamed, {
    organization: decodeURIComponent(of),
    name: decodeURIComponent(name),
  })
  if (!organization?.workspace) notFound()
  redirect(paths.workspace(organization.name, organization.workspace.id))
}
