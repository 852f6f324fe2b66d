import {
  addMember,
  administrator,
  expect,
  expectToast,
  pageAction,
  rowOf,
  signIn,
  test,
} from '../fixtures.js'
import { ciSettings, startCiIssuer } from '../support/ci-issuer.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'
import { openPublisherFolder } from '../support/publisher.js'
import { greeting } from '../support/registry.js'

test('a repository publishes a module that was not there, with no secret but the token of its job', async ({
  page,
  inspect,
}) => {
  test.slow()
  const { step } = test
  const issuer = await startCiIssuer()
  const started = await startPlatform({ settings: ciSettings })
  try {
    const platform = living(started, administrator, await createAdministrator(started))
    const { apiUrl, consoleUrl } = platform
    const audience = apiUrl.replace('127.0.0.1', 'localhost')
    const owner = await addMember(platform, 'ivy')
    const settings = `${consoleUrl}/organizations/ivy-labs/settings/ci-identities`
    const job = { sub: 'repo:ivy-labs/queue:ref:refs/tags/v1.0.0', repository: 'ivy-labs/queue' }
    const claims = { ...job, ref: 'refs/tags/v1.0.0', sha: 'ab'.repeat(20), run_id: '42' }

    await step('an owner is told whom to ask as long as no CI system is trusted', async () => {
      await signIn(page, platform, owner)
      await page.goto(settings)
      await expect(page.getByText('Your CI system is not trusted yet')).toBeVisible()
      await expect(page.getByText('Ask a site administrator')).toBeVisible()
      await inspect('ci-identities-no-issuer')
    })

    await step('an administrator trusts the CI system', async () => {
      await page.context().clearCookies()
      await signIn(page, platform)
      await page.goto(`${consoleUrl}/trusted-issuers`)
      await expect(page.getByText('No trusted issuers yet')).toBeVisible()
      await inspect('trusted-issuers-none')
      await page.getByRole('button', { name: 'Trust an issuer' }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('https://token.actions.githubusercontent.com')
      await inspect('trusted-issuer-new')
      await dialog.getByRole('combobox', { name: 'CI system' }).click()
      await page.getByRole('option', { name: 'Other' }).click()
      await dialog.getByLabel('Issuer', { exact: true }).fill('http://ci.example.com')
      await dialog.getByLabel('Name').fill('Forge')
      await dialog.getByRole('button', { name: 'Trust this issuer' }).click()
      await expect(dialog.getByText('Issuer is invalid')).toBeVisible()
      await dialog.getByLabel('Issuer', { exact: true }).fill(issuer.url)
      await dialog.getByRole('button', { name: 'Trust this issuer' }).click()
      await expectToast(page, 'Forge is trusted.')
      await expect(rowOf(page, 'Forge')).toContainText(issuer.url)
      await inspect('trusted-issuers')
    })

    await step('the owner says which repository may publish, and what it may not be', async () => {
      await page.context().clearCookies()
      await signIn(page, platform, owner)
      await page.goto(`${settings}/new`)
      await page.getByLabel('Name', { exact: true }).fill('release')
      await page.getByRole('combobox', { name: 'Team' }).click()
      await page.getByRole('option', { name: 'owners' }).click()
      await page.getByLabel('Subject').fill('repo:*')
      await page.getByRole('combobox', { name: 'Module', exact: true }).fill('ivy-labs/queue/aws')
      await page.getByRole('button', { name: 'Create CI identity' }).click()
      await expect(page.getByText('Claims must name who may come')).toBeVisible()
      await inspect('ci-identity-new-refused')
      await page.getByLabel('Subject').fill('repo:ivy-labs/queue:**')
      await page.getByRole('button', { name: 'Add a claim' }).click()
      await page.getByLabel('Claim 1', { exact: true }).fill('repository')
      await page.getByLabel('Pattern of claim 1').fill('ivy-labs/queue')
      await page.getByRole('button', { name: 'Create CI identity' }).click()
      await expectToast(page, 'release is created.')
      await expect(page.getByRole('region', { name: 'The job', exact: true })).toContainText(
        '--to ivy-labs/queue/aws',
      )
      await expect(page.getByText('No job has got a token yet')).toBeVisible()
      await inspect('ci-identity')
    })

    await step(
      'a token that is tried says claim by claim what fits, and stays as good as it was',
      async () => {
        const attempt = async (token: string) => {
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel('ID token').fill(token)
          await dialog.getByRole('button', { name: 'Try it' }).click()
          return dialog
        }
        await (await pageAction(page, 'Try a token')).click()
        await expect(await attempt('nonsense')).toContainText('This is not a JSON Web Token')
        const elsewhere = { ...claims, repository: 'ivy-labs/other' }
        const dialog = await attempt(issuer.token(audience, elsewhere))
        await expect(dialog).toContainText('It matches no CI identity.')
        await expect(rowOf(page, 'repository')).toContainText('ivy-labs/other')
        await inspect('try-a-token')
        await attempt(issuer.token(audience, claims))
        await expect(dialog).toContainText('The job would get a token of release.')
        expect(page.url()).not.toContain('eyJ')
        await page.keyboard.press('Escape')
      },
    )

    await step('the job publishes a version of a module that was not there', async () => {
      const folder = await openPublisherFolder(apiUrl, issuer.variablesOf(claims))
      try {
        await folder.write('main.tf', greeting('from CI'))
        const { code, output } = await folder.publish(
          '.',
          '--to',
          'ivy-labs/queue/aws',
          '--version',
          '1.0.0',
          '--audience',
          audience,
        )
        expect(code, output).toBe(0)
      } finally {
        await folder.remove()
      }
      await page.goto(`${consoleUrl}/modules/ivy-labs/queue/aws/versions/1.0.0`)
      // An issuer of another kind vouches for the job, and does not tell its repository.
      const { host } = new URL(issuer.url)
      await expect(page.getByText(`Published by a job of ${host}`)).toBeVisible()
      await inspect('version-of-a-job')
    })

    await step('the page of the identity says who came', async () => {
      await page.goto(settings)
      await expect(rowOf(page, 'release')).toContainText('by repo:ivy-labs/queue')
      await inspect('ci-identities')
      await page.getByRole('link', { name: 'release' }).click()
      const came = page.getByRole('region', { name: 'Jobs that got tokens' })
      await expect(came.getByRole('row').filter({ hasText: 'repo:ivy-labs/queue' })).toHaveCount(1)
      await inspect('ci-identity-used')
    })
  } finally {
    await started.stop()
    await issuer.close()
  }
})
