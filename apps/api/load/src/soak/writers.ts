import { dataOf, pathOf, type Data, type Work } from './work.js'

/** From the making of a thing over its changes to, at times, its end. */
export type Story = (work: Work) => Promise<void>

export const organization = 'soak'
export const consumers = ['consumer-1', 'consumer-2', 'consumer-3']

const attribute = (name: string) => (data: Data) => data.attributes[name]
const orgPath = (name: string): string => `/api/v2/organizations/${name}`

/** The stories of all writers. */
export const stories: Readonly<Record<string, Story>> = {
  'engine versions': engineVersion,
  organizations: organizationAndTeam,
  modules: moduleAndVersion,
  sharing: registrySharing,
}

async function engineVersion(work: Work): Promise<void> {
  const path = '/api/v2/admin/engine-versions'
  const kind = 'change an engine version'
  const attributes = {
    version: `1.0.${work.number}`,
    url: 'https://releases.example/engine.zip',
    sha: 'ab'.repeat(32),
  }
  const made = await work.write({
    ...{ kind, action: 'engine-version.create', method: 'POST', path, status: 201 },
    data: { type: 'engine-versions', attributes },
  })
  const own = `${path}/${dataOf(made).id}`
  const thing = work.watch(own, false, attribute('beta'))
  const update = { kind, action: 'engine-version.update', method: 'PATCH', path: own, status: 200 } as const
  for (const beta of [true, false, true])
    await work.write(
      { ...update, data: { type: 'engine-versions', attributes: { beta } } },
      { thing, state: beta },
    )
  if (work.dice.next() < 0.5) return
  const action = 'engine-version.delete'
  await work.write({ kind, action, method: 'DELETE', path: own, status: 204 }, { thing, state: undefined })
}

async function organizationAndTeam(work: Work): Promise<void> {
  const { path, kind, thing } = await makeOrganization(work, `team-of-${work.number}`)
  const email = `changed-${work.number}@example.com`
  const renamed = { type: 'organizations', attributes: { email } }
  await work.write(
    { kind, action: 'organization.update', method: 'PATCH', path, status: 200, data: renamed },
    { thing, state: email },
  )
  const ofTeam = 'change a team'
  const made = await work.write({
    ...{ kind: ofTeam, action: 'team.create', method: 'POST', path: `${path}/teams`, status: 201 },
    data: { type: 'teams', attributes: { name: 'first' } },
  })
  const own = `/api/v2/teams/${dataOf(made).id}`
  const team = work.watch(own, 'first', attribute('name'))
  const change = { kind: ofTeam, path: own } as const
  await work.write(
    {
      ...{ ...change, action: 'team.update', method: 'PATCH', status: 200 },
      data: { type: 'teams', attributes: { name: 'second' } },
    },
    { thing: team, state: 'second' },
  )
  if (work.dice.next() < 0.5) return
  await work.write(
    { ...change, action: 'team.delete', method: 'DELETE', status: 204 },
    { thing: team, state: undefined },
  )
  const action = 'organization.delete'
  await work.write({ kind, action, method: 'DELETE', path, status: 204 }, { thing, state: undefined })
}

async function makeOrganization(work: Work, name: string) {
  const kind = 'change an organization'
  const email = `${name}@example.com`
  await work.write({
    ...{ kind, action: 'organization.create', method: 'POST', path: '/api/v2/organizations', status: 201 },
    data: { type: 'organizations', attributes: { name, email } },
  })
  const path = orgPath(name)
  return { kind, path, thing: work.watch(path, email, attribute('email')) }
}

async function moduleAndVersion(work: Work): Promise<void> {
  const kind = 'publish a module'
  const name = `module-${work.number}`
  const all = `${orgPath(organization)}/registry-modules`
  const path = `${all}/private/${organization}/${name}/aws`
  await work.write({
    ...{ kind, action: 'module.create', method: 'POST', path: all, status: 201 },
    data: { type: 'registry-modules', attributes: { name, provider: 'aws' } },
  })
  const module = work.watch(path, name, attribute('name'))
  const made = await work.write({
    ...{ kind, action: 'module-version.create', method: 'POST', path: `${path}/versions`, status: 201 },
    data: { type: 'registry-module-versions', attributes: { version: '1.0.0' } },
  })
  const bytes = await work.archive(`of module ${work.number}`)
  const upload = pathOf(dataOf(made).links?.upload ?? '')
  await work.write({
    ...{ kind, action: 'module-version.publish', method: 'PUT', path: upload, status: 200 },
    ...{ isSigned: true, bytes },
  })
  const archive = work.watchArchive(`${organization}/${name}/aws/1.0.0`, bytes)
  const own = `${path}/1.0.0`
  const version = work.watch(own, null, statusOf)
  const deprecation = { 'deprecated-status': 'Deprecated', reason: 'it is old', link: '' }
  await work.write(
    {
      ...{
        kind: 'deprecate a version',
        action: 'module-version.deprecate',
        method: 'PATCH',
        path: own,
        status: 200,
      },
      data: { type: 'module-versions', attributes: { deprecation } },
    },
    { thing: version, state: 'Deprecated' },
  )
  if (work.dice.next() < 0.6) return
  // Whatever the outcome, what belongs to the module goes with it or stays with it.
  version.states = [undefined, ...version.states]
  archive.states = [404, ...archive.states]
  await work.write(
    { kind: 'delete a module', action: 'module.delete', method: 'DELETE', path, status: 204 },
    { thing: module, state: undefined },
  )
  version.states = [undefined]
  archive.states = [404]
}

const statusOf = ({ attributes }: Data): unknown =>
  (attributes['deprecation'] as { 'deprecated-status': string } | null)?.['deprecated-status'] ?? null

async function registrySharing(work: Work): Promise<void> {
  const name = `producer-${work.number}`
  await makeOrganization(work, name)
  const path = `/api/v2/admin/organizations/${name}/relationships/module-consumers`
  const thing = work.watch(path, [], (data) => data.map(({ id }) => id))
  const kind = 'share modules'
  for (const count of [1, 3, 2]) {
    const state = consumers.slice(0, count)
    const data = state.map((id) => ({ id, type: 'organizations' }))
    await work.write(
      { kind, action: 'module-consumers.set', method: 'PATCH', path, status: 204, data },
      { thing, state },
    )
  }
}
