import { expect, test, type CliPlatform } from '../cli-fixtures.js'
import { ciSettings, releaseOf, startCiIssuer, type CiIssuer } from '../support/ci-issuer.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { registerKey, requiring, signedFiles } from '../support/providers.js'
import { openPublisherFolder } from '../support/publisher.js'
import { calling } from '../support/registry.js'
import { restOf, type Rest } from '../support/rest.js'
import { apply, cloudBlock, greeting, succeed } from '../support/states.js'

test.use({ settings: { ...ciSettings, ENGINE_ALIASES: 'terraform' } })

let issuer: CiIssuer
test.beforeAll(async () => {
  issuer = await startCiIssuer()
})
test.afterAll(() => issuer.close())

/** Makes an organization whose team of publishers gets tokens for the releases of its repositories. */
async function organization(
  { rest, apiUrl }: CliPlatform,
  name: string,
  scopes: readonly string[],
): Promise<void> {
  const known = (await rest.list('/admin/trusted-issuers')).find(
    (each) => each.attributes['issuer'] === issuer.url,
  )
  const trusted =
    known ??
    (await rest.create('/admin/trusted-issuers', 'trusted-issuers', {
      name: 'CI',
      issuer: issuer.url,
      kind: 'github',
      // Where jobs reach the API, past the front that speaks TLS.
      audiences: [apiUrl],
    }))
  await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  const rights = { 'manage-modules': true, 'manage-providers': true, 'manage-workspaces': true }
  const team = await rest.create(`/organizations/${name}/teams`, 'teams', {
    name: 'ci',
    'organization-access': rights,
  })
  const claims = { repository: `${name}/*`, ref: 'refs/tags/v1.0.0' }
  await rest.create(
    `/organizations/${name}/ci-identities`,
    'ci-identities',
    { name: 'releases', claims, scopes },
    { 'trusted-issuer': { id: trusted.id, type: 'trusted-issuers' }, team: { id: team.id, type: 'teams' } },
  )
}

const published = async (rest: Rest, path: string): Promise<unknown> =>
  (await rest.get(path)).data?.attributes['provenance']

test('a push publishes a module that did not exist, with no secret but the token of its job, and the CLI installs it', async ({
  platform,
  openCli,
}) => {
  const { rest, apiUrl, source } = platform
  const address = 'keyless/network/aws'
  await organization(platform, 'keyless', [`publish:${address}`, 'registry'])
  const job = issuer.variablesOf(releaseOf('keyless/network'))
  const publisher = await openPublisherFolder(apiUrl, job)
  await publisher.write('main.tf', greeting('keyless'))

  const release = await publisher.publish('.', '--to', address, '--version', '1.0.0')

  expect(release.code, release.output).toBe(0)
  const path = `/organizations/keyless/registry-modules/private/${address}/1.0.0`
  expect(await published(rest, path)).toEqual({
    issuer: issuer.url,
    subject: 'repo:keyless/network:ref:refs/tags/v1.0.0',
    repository: 'keyless/network',
    ref: 'refs/tags/v1.0.0',
    commit: 'c0ffee0ddba11',
    workflow: 'keyless/network/.github/workflows/release.yml@refs/tags/v1.0.0',
    'run-url': `${issuer.url}/keyless/network/actions/runs/99`,
  })
  const { code, output: token } = await publisher.publish(
    'token',
    '--organization',
    'keyless',
    '--scopes',
    'registry',
  )
  expect(code, token).toBe(0)
  const cli = await openCli({ token: token.trim() })
  await cli.write('main.tf', calling(source(address), '1.0.0'))
  const init = await cli.run('init')
  expect(init.code, init.output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('keyless'))
  await publisher.remove()
})

test('a job publishes a provider that did not exist, and the CLI installs it', async ({
  platform,
  openCli,
}) => {
  const { rest, apiUrl, source } = platform
  const address = 'keyless-cloud/cloud'
  await organization(platform, 'keyless-cloud', [`publish:${address}`, 'registry'])
  const signer = await newSigningKey()
  await registerKey(platform, 'keyless-cloud', signer)
  const publisher = await openPublisherFolder(apiUrl, issuer.variablesOf(releaseOf('keyless-cloud/provider')))
  const { zip, filename, shasums, signature } = await signedFiles('cloud', '1.0.0', signer)
  await publisher.write(`dist/${filename}`, zip)
  await publisher.write('dist/cloud_1.0.0_SHA256SUMS', shasums)
  await publisher.write('dist/cloud_1.0.0_SHA256SUMS.sig', signature)

  const release = await publisher.publish('provider', 'dist', '--to', address)

  expect(release.code, release.output).toBe(0)
  const path = `/organizations/keyless-cloud/registry-providers/private/${address}/versions/1.0.0`
  expect(await published(rest, path)).toMatchObject({
    repository: 'keyless-cloud/provider',
    commit: 'c0ffee0ddba11',
  })

  const { output: token } = await publisher.publish('token', '--organization', 'keyless-cloud')
  const cli = await openCli({ token: token.trim() })
  await cli.write('main.tf', requiring(source(address), '1.0.0'))
  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(output).toContain(`Installed ${source(address)} v1.0.0`)
  await publisher.remove()
})

test('a job keeps its state here by a token with the scope workspaces, and reaches nothing else', async ({
  platform,
  openCli,
}) => {
  const { rest, apiUrl, way } = platform
  await addEngineVersion(rest, '1.11.4').catch(() => undefined)
  await organization(platform, 'keyless-states', ['workspaces'])
  const publisher = await openPublisherFolder(apiUrl, issuer.variablesOf(releaseOf('keyless-states/live')))
  const { output: token } = await publisher.publish('token', '--organization', 'keyless-states')
  const cli = await openCli({ token: token.trim() })
  await cli.write('main.tf', cloudBlock(way.host, 'keyless-states', 'name = "live"') + greeting('keyless'))
  await succeed(cli, 'init', '-input=false')

  expect(await apply(cli)).toContain('1 added')

  expect((await rest.get('/organizations/keyless-states/workspaces/live')).data?.attributes).toMatchObject({
    locked: false,
    'resource-count': 1,
  })
  const job = restOf(apiUrl, token.trim())
  expect((await job.get('/organizations/keyless-states/registry-modules')).status).toBe(404)
  expect((await job.get('/organizations/keyless-states/teams')).status).toBe(404)
  await publisher.remove()
})
