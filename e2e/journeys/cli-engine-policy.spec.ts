import { expect, test } from '../cli-fixtures.js'
import { oneLine, type CliFolder } from '../support/cli.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { createSignedProvider, releaseProvider, requiring } from '../support/providers.js'
import { addModule, calling, greeting, publishVersion } from '../support/registry.js'
import type { Rest } from '../support/rest.js'

/** The version of the CLI on this machine. */
async function ownVersion(cli: CliFolder): Promise<string> {
  const { output } = await cli.run('version')
  return / v(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? ''
}

const setPolicy = (rest: Rest, organization: string, policy: string) =>
  rest.patch(`/admin/organizations/${organization}`, 'organizations', { 'engine-policy': policy })

test('init hears of the engine policy: a warning under `warn`, a refusal of modules under `refuse`', async ({
  platform,
  cli,
}) => {
  const { step } = test
  const { rest } = platform
  const version = await ownVersion(cli)
  const signer = await createSignedProvider(platform, 'steered/cloud')
  await releaseProvider(rest, 'steered/cloud', '1.0.0', { signer })
  await addModule(rest, 'steered/greeting/null')
  await publishVersion(rest, 'steered/greeting/null', '1.0.0', { 'main.tf': greeting('hello') })
  await addEngineVersion(rest, '99.0.0')
  const { id } = await addEngineVersion(rest, version, {
    deprecated: true,
    'deprecated-reason': 'It loses states',
  })
  const sentence = `Engine version ${version} is deprecated: It loses states. Use 99.0.0.`

  await step('under `warn` it prints the warning where there is a provider, and installs all', async () => {
    await setPolicy(rest, 'steered', 'warn')
    const provider = requiring(platform.source('steered/cloud'), '1.0.0')
    const module = calling(platform.source('steered/greeting/null'), '1.0.0')
    await cli.write('main.tf', `${provider}\n${module}`)
    const { code, output } = await cli.run('init')
    expect(code, output).toBe(0)
    expect(oneLine(output)).toContain(sentence)
  })

  await step("under `refuse` a module's install fails with the sentence", async () => {
    await setPolicy(rest, 'steered', 'refuse')
    await cli.write('main.tf', calling(platform.source('steered/greeting/null'), '1.0.0'))
    await cli.write('.terraform/modules/modules.json', '{"Modules":[]}')
    const { code, output } = await cli.run('init', '-upgrade')
    expect(code, output).not.toBe(0)
    expect(oneLine(output)).toContain(sentence)
  })

  await step("a provider's prints that sentence as a warning", async () => {
    await cli.write('main.tf', requiring(platform.source('steered/cloud'), '1.0.0'))
    await cli.write('.terraform.lock.hcl', '')
    const { output } = await cli.run('init', '-upgrade')
    expect(oneLine(output)).toContain(sentence)
  })

  await step('the version says that a token ran it', async () => {
    const seen = async () =>
      (await rest.get(`/admin/engine-versions/${id}`)).data?.attributes['seen-recently']
    await expect.poll(seen, { timeout: 60_000 }).toBe(1)
  })
})
