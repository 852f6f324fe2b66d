import { dataOf, pathOf, type Data, type Work } from './work.js'

/** From the making of a thing over its changes to, at times, its end. */
export type Story = (work: Work) => Promise<void>

export const organization = 'soak'
export const consumers = ['consumer-1', 'consumer-2', 'consumer-3']

const attribute = (name: string) => (data: Data) => data.attributes[name]

/** The stories of all writers. */
export const stories: readonly Story[] = [
  engineVersion,
  organizationWithTeam,
  moduleAndVersion,
  registrySharing,
]

async function engineVersion(work: Work): Promise<void> {
  const all = '/api/v2/admin/engine-versions'
  const kind = 'change an engine version'
  const attributes = {
    version: `1.0.${work.number}`,
    url: 'https://releases.example/engine.zip',
    sha: 'ab'.repeat(32),
  }
  const made = await work.write({
    ...{ kind, action: 'engine-version.create', method: 'POST', path: all, status: 201 },
    data: { type: 'engine-versions', attributes },
  })
  const path = `${all}/${dataOf(made).id}`
  await work.expect(path, false, attribute('beta'))
  for (const beta of [true, false, true]) {
    await work.write({
      ...{ kind, action: 'engine-version.update', method: 'PATCH', path, status: 200 },
      data: { type: 'engine-versions', attributes: { beta } },
    })
    await work.expect(path, beta, attribute('beta'))
  }
  if (work.dice.next() < 0.5) return
  await work.write({ kind, action: 'engine-version.delete', method: 'DELETE', path, status: 204 })
  await work.expect(path, undefined, attribute('beta'))
}

async function organizationWithTeam(work: Work): Promise<void> {
  const path = await makeOrganization(work, `team-of-${work.number}`)
  const kind = 'change a team'
  const made = await work.write({
    ...{ kind, action: 'team.create', method: 'POST', path: `${path}/teams`, status: 201 },
    data: { type: 'teams', attributes: { name: 'first' } },
  })
  const own = `/api/v2/teams/${dataOf(made).id}`
  await work.expect(own, 'first', attribute('name'))
  await work.write({
    ...{ kind, action: 'team.update', method: 'PATCH', path: own, status: 200 },
    data: { type: 'teams', attributes: { name: 'second' } },
  })
  await work.expect(own, 'second', attribute('name'))
  if (work.dice.next() < 0.5) return
  await work.write({ kind, action: 'team.delete', method: 'DELETE', path: own, status: 204 })
  await work.expect(own, undefined, attribute('name'))
}

async function makeOrganization(work: Work, name: string): Promise<string> {
  const email = `${name}@example.com`
  const [all, kind] = ['/api/v2/organizations', 'make an organization']
  await work.write({
    ...{ kind, action: 'organization.create', method: 'POST', path: all, status: 201 },
    data: { type: 'organizations', attributes: { name, email } },
  })
  await work.expect(`${all}/${name}`, email, attribute('email'))
  return `${all}/${name}`
}

/** A module with a version, by its `namespace/name/provider`; answers the path of the module, and the archive. */
export async function publish(work: Work, address: string): Promise<{ path: string; archive: Buffer }> {
  const kind = 'publish a module'
  const [namespace, name, provider] = address.split('/')
  const all = `/api/v2/organizations/${namespace}/registry-modules`
  const path = `${all}/private/${address}`
  await work.write({
    ...{ kind, action: 'module.create', method: 'POST', path: all, status: 201 },
    data: { type: 'registry-modules', attributes: { name, provider } },
  })
  await work.expect(path, name, attribute('name'))
  const made = await work.write({
    ...{ kind, action: 'module-version.create', method: 'POST', path: `${path}/versions`, status: 201 },
    data: { type: 'registry-module-versions', attributes: { version: '1.0.0' } },
  })
  const archive = await work.archive(address)
  const upload = pathOf(dataOf(made).links?.upload ?? '')
  await work.write({
    ...{ kind, action: 'module-version.publish', method: 'PUT', path: upload, status: 200 },
    ...{ isSigned: true, bytes: archive },
  })
  return { path, archive }
}

async function moduleAndVersion(work: Work): Promise<void> {
  const address = `${organization}/module-${work.number}/aws`
  const { path, archive } = await publish(work, address)
  await work.expectArchive(`${address}/1.0.0`, archive)
  const version = `${path}/1.0.0`
  await work.expect(version, null, statusOf)
  const deprecation = { 'deprecated-status': 'Deprecated', reason: 'it is old', link: '' }
  const change = { kind: 'deprecate a version', action: 'module-version.deprecate', status: 200 }
  await work.write({
    ...{ ...change, method: 'PATCH', path: version },
    data: { type: 'module-versions', attributes: { deprecation } },
  })
  await work.expect(version, 'Deprecated', statusOf)
  if (work.dice.next() < 0.6) return
  await work.write({ kind: 'delete a module', action: 'module.delete', method: 'DELETE', path, status: 204 })
  await work.expect(path, undefined, attribute('name'))
  await work.expect(version, undefined, statusOf)
  await work.expectArchive(`${address}/1.0.0`, undefined)
}

const statusOf = ({ attributes }: Data): unknown =>
  (attributes['deprecation'] as { 'deprecated-status': string } | null)?.['deprecated-status'] ?? null

async function registrySharing(work: Work): Promise<void> {
  const name = `producer-${work.number}`
  await makeOrganization(work, name)
  const path = `/api/v2/admin/organizations/${name}/relationships/module-consumers`
  const kind = 'share modules'
  for (const count of [1, 3, 2]) {
    const state = consumers.slice(0, count)
    const data = state.map((id) => ({ id, type: 'organizations' }))
    await work.write({ kind, action: 'module-consumers.set', method: 'PATCH', path, status: 204, data })
    await work.expect(path, state, (shown) => shown.map(({ id }) => id))
  }
}
