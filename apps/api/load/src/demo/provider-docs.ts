import { Readable } from 'node:stream'
import type { OperationContext } from '#api/kernel/context.js'
import type { Services } from '#api/services.js'
import { docsArchive, resourcePage } from '../server/provider-docs.js'

/** Resources of the sample by subcategory; those after the bar are new in the last version. */
const resources = {
  Accounts: ['account', 'account_limit', 'account_member', 'beneficiary', '|', 'account_alias'],
  Cards: ['card', 'card_limit', 'card_program', 'dispute_rule', '|', 'card_token'],
  Payments: ['mandate', 'payment_method', 'payout_schedule', 'refund_rule', 'routing_rule', '|', 'fee_rule'],
  Webhooks: ['endpoint', 'endpoint_secret', 'event_filter', 'delivery_rule', '|'],
} as const

const dataSources = ['account', 'currency', 'event_types', 'mandate', 'region', 'routing_rules']

const overview = (isLast: boolean): string => `# Gateway provider

Manages accounts, cards and payments of the payment gateway.

## Example usage

\`\`\`hcl
provider "gateway" {
  endpoint = "https://gateway.acme.example"
  region   = "eu-1"
}
\`\`\`

The token is read from the variable \`GATEWAY_TOKEN\`. [Begin here](guides/begin.md), or read how
[accounts](resources/account.md) and [mandates](resources/mandate.md) belong together.

> [!NOTE]
> ${isLast ? 'One connection is shared by all resources.' : 'Each resource opens a connection of its own.'}

## Schema

| Setting | Type | Meaning |
| --- | --- | --- |
| \`endpoint\` | String | Where the gateway is |
| \`region\` | String | Where resources run that name no region |
| \`timeout\` | Number | Seconds until a request is given up |
`

const guide = (title: string, text: string): string =>
  `---\npage_title: "${title}"\ndescription: |-\n  ${text}\n---\n\n# ${title}\n\n${text}\n`

function pagesOf(isLast: boolean): Record<string, string> {
  const pages: Record<string, string> = {
    'docs/index.md': overview(isLast),
    'docs/guides/begin.md': guide('Begin', 'Make a token, and create the first account.'),
    'docs/guides/migrate.md': guide('Move to 1.1', 'Take the newest version; no setting changes.'),
    'docs/functions/parse_iban.md': guide('parse_iban function', 'Splits an IBAN into its parts.'),
  }
  for (const [subcategory, names] of Object.entries(resources)) {
    const bar = names.findIndex((name) => name === '|')
    for (const name of isLast ? names.filter((each) => each !== '|') : names.slice(0, bar))
      pages[`docs/resources/${name}.md`] = resourcePage(
        'gateway',
        name,
        subcategory,
        `Manages ${name.startsWith('a') || name.startsWith('e') ? 'an' : 'a'} ${name.replaceAll('_', ' ')} of the gateway.`,
      )
  }
  for (const name of dataSources)
    pages[`docs/data-sources/${name}.md`] = guide(
      `gateway_${name} Data Source`,
      `Reads ${name.replaceAll('_', ' ')} of the gateway.`,
    )
  return pages
}

/** Uploads the documentation of a version of the sample. */
export async function seedDocs(
  services: Services,
  ctx: OperationContext,
  versionId: string,
  isLast: boolean,
): Promise<void> {
  await services.providerDocs.upload(ctx, versionId, Readable.from([docsArchive(pagesOf(isLast))]))
}
