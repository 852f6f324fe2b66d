import { Text } from '@mantine/core'
import { Differences } from '~/app/(signed-in)/public-providers/[id]/differences'
import { graphql } from '~/data/generated'
import { request } from '~/data/request'
import { change } from '~/data/use-change'

const AlteredModule = graphql(`
  query AlteredModule($id: ID!) {
    sitePublicModule(id: $id) {
      version
      sha256
      alteredSha256
    }
  }
`)

/** Returns the question whether the changed archive of a public module counts from now on; undefined once it is the first again. */
export async function moduleAcceptance(id: string, label: string) {
  const { sitePublicModule: found } = await request(AlteredModule, { id })
  const now = found?.alteredSha256 ?? null
  if (!found || now === null) return undefined
  return {
    change: change('sitePublicModuleAccept', { id, sha256: now }),
    question: {
      title: `Accept ${label}?`,
      body: (
        <>
          <Text size="sm">
            The archive at the origin replaces the one that was first seen, for every organization. Nothing
            signs modules: ask the makers whether they intended the change.
          </Text>
          <Differences version={found.version} files={[{ filename: 'Archive', first: found.sha256, now }]} />
        </>
      ),
      confirm: 'Accept the change',
      danger: true,
      reason: 'required' as const,
    },
    done: `${label} is accepted.`,
  }
}
