import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, isPhone, rowOf, signIn, test } from '../fixtures.js'
import { createModule, publishVersion } from '../support/registry.js'

/** One dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const readme = `# Anchor

> [!WARNING]
> It drags in mud.

## Lie

![The lie of the chain](docs/lie.png)

## Rules

See the [rules](docs/rules.md), and [shallow](examples/shallow).

\`\`\`hcl
depth = 3
\`\`\`

## More

<details>
<summary>Chains</summary>

Of iron.

</details>
`

test('a module shows its README with pictures, its examples with their code, and every file of its archive', async ({
  page,
  platform,
  inspect,
}) => {
  test.slow()
  const { consoleUrl, rest } = platform
  const { step } = test
  const address = 'chandler/anchor/sea'
  await createModule(rest, address)
  await publishVersion(rest, address, '1.4.0', {
    'main.tf': 'variable "depth" {}\n',
    'README.md': readme,
    'docs/lie.png': png,
    'docs/rules.md': 'Drop it *slowly*.\n',
    'docs/chain.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "taken"</script></svg>',
    'examples/shallow/main.tf': 'module "anchor" {\n  source = "../.."\n  depth  = 3\n}\n',
  })
  await signIn(page, platform)
  await page.goto(`${consoleUrl}/modules/${address}`)
  const readmeRegion = page.getByRole('region', { name: 'README', exact: true })
  const rail = page.getByRole('complementary', { name: 'At a glance' })

  await step('the README shows its picture, its callout and a list of its headings', async () => {
    const picture = readmeRegion.getByRole('img', { name: 'The lie of the chain' })
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('naturalWidth', 1)
    await expect(readmeRegion.getByRole('note')).toContainText('It drags in mud.')
    await readmeRegion.getByText('Contents').click()
    await readmeRegion.getByRole('link', { name: 'More', exact: true }).click()
    await expect(page).toHaveURL(/#readme-more$/)
    await readmeRegion.getByText('Chains').click()
    await expect(readmeRegion.getByText('Of iron.')).toBeVisible()
    await readmeRegion.getByRole('button', { name: 'Copy code' }).click()
    await expect(readmeRegion.getByRole('button', { name: 'Copied code' })).toBeVisible()
    // What the head of the page covers in part looks smaller than it is.
    await page.evaluate(() => window.scrollTo(0, 0))
    await inspect('module-readme')
  })

  await step('a picture by itself is a picture, under a policy that lets it do nothing', async () => {
    const fileOf = (path: string) =>
      page.request.get(
        `${consoleUrl}/console/module-file?namespace=chandler&name=anchor&provider=sea&version=1.4.0&path=${path}`,
      )
    const answer = await fileOf('docs/lie.png')
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await fileOf('docs/chain.svg')).status()).toBe(404)
  })

  await step('an example is written as others call the module', async () => {
    await page.getByRole('link', { name: /^Examples/ }).click()
    const code = page.getByRole('region', { name: 'main.tf' })
    await expect(code).toHaveText(
      /source {2}= "[^"]+\/chandler\/anchor\/sea"\s+version = "1\.4\.0"\s+depth {2}= 3/,
    )
    await page.getByRole('button', { name: 'Copy main.tf' }).click()
    await expect(page.getByRole('button', { name: 'Copied main.tf' })).toBeVisible()
    await inspect('module-example')
    await page.getByRole('link', { name: 'Open examples/shallow' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'examples/shallow' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Main.tf' })).toContainText('/chandler/anchor/sea"')
    await page.goBack()
  })

  await step('a link of the README leads to its file, and up to the others', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    await readmeRegion.getByRole('link', { name: 'rules', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'docs/rules.md' })).toBeVisible()
    await expect(page.getByText('Drop it *slowly*.')).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'docs' }).click()
    await expect(rowOf(page, 'lie.png')).toContainText('70')
    await inspect('module-files')
    await rowOf(page, 'chain.svg').getByRole('link').click()
    await expect(page.getByText('<script>')).toBeVisible()
    if (isPhone({ viewport: page.viewportSize() })) {
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'docs' }).click()
      await rowOf(page, 'rules.md').getByRole('link').click()
    } else
      await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'rules.md' }).click()
    await page.getByRole('link', { name: 'Line 1', exact: true }).click()
    await expect(page).toHaveURL(/#L1$/)
    await expect(page.locator('#L1[data-marked]')).toBeVisible()
    await page.goto(`${consoleUrl}/modules/${address}/files?version=1.4.0&path=docs/none.md`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  })

  await step('the archive is what was published, and taking it here is no download', async () => {
    await page.goto(`${consoleUrl}/modules/${address}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      rail.getByRole('link', { name: 'Download archive' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('chandler-anchor-sea-1.4.0.tar.gz')
    const sha256 = createHash('sha256')
      .update(await readFile(await download.path()))
      .digest('hex')
    await rail.getByText('Details').click()
    await expect(rail.getByText(`${sha256.slice(0, 12)}…`)).toBeVisible()
    await page.reload()
    await rail.getByText('Details').click()
    await expect(rail.getByText(/^Downloads$/).locator('xpath=..')).toContainText('0')
  })
})
