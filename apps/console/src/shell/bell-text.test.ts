import { expect, test } from 'vitest'
import { bellText } from './bell-text'

test.each([
  [undefined, { label: 'Inbox' }],
  [0, { label: 'Inbox' }],
  [1, { label: 'Inbox, 1 unread', count: '1' }],
  [99, { label: 'Inbox, 99 unread', count: '99' }],
  [100, { label: 'Inbox, 99+ unread', count: '99+' }],
])('of %s unread entries the bell says %j', (unread, said) => {
  expect(bellText(unread)).toEqual(said)
})
