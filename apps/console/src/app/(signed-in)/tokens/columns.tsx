import { graphql } from '~/data/generated'
import type { AuthenticationTokenOrderField, TokenRowFragment } from '~/data/generated/graphql'
import type { Column } from '~/ui/lists/data-table'
import { userText } from '~/ui/user-text'
import type { ListOrders } from '~/ui/lists/list-order'
import { ListMoment, momentColumn } from '~/ui/moment'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { Dimmed, Small } from '~/ui/texts'
import { scopesInWords } from './token-presets'

export const TokenRow = graphql(`
  fragment TokenRow on AuthenticationToken {
    id
    description
    createdAt
    lastUsedAt
    lastUsedAddress
    expiresAt
    scopes
    createdBy {
      username
    }
  }
`)

/** Column with the author, for tokens that are not the reader's alone. */
export const madeBy: Column<TokenRowFragment> = {
  key: 'by',
  header: 'Created by',
  width: 2,
  cell: ({ createdBy }) => createdBy?.username ?? <Dimmed>a deleted user</Dimmed>,
}

export const orders: ListOrders<AuthenticationTokenOrderField> = {
  fields: { description: 'DESCRIPTION', created: 'CREATED_AT', used: 'LAST_USED_AT', expires: 'EXPIRES_AT' },
  own: '-created',
}

export const columns: readonly Column<TokenRowFragment>[] = [
  {
    key: 'description',
    header: 'Description',
    width: 5,
    place: 'title',
    cell: ({ description, scopes }) => (
      <>
        {userText(description) ?? <Dimmed>Without description</Dimmed>}
        {scopes.length > 0 && <Small>{scopesInWords(scopes)}</Small>}
      </>
    ),
  },
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt, 'wide'),
  {
    key: 'used',
    header: 'Last used',
    width: 3,
    cell: ({ lastUsedAt, lastUsedAddress }) => (
      <>
        <ListMoment at={lastUsedAt} />
        {lastUsedAddress !== null && <Small>from {lastUsedAddress}</Small>}
      </>
    ),
  },
  {
    key: 'expires',
    header: 'Expires',
    width: 3.5,
    cell: ({ expiresAt }) => (
      <States>
        {Date.parse(expiresAt) <= Date.now() && <StateDot tone="bad">Expired</StateDot>}
        <ListMoment at={expiresAt} />
      </States>
    ),
  },
]
