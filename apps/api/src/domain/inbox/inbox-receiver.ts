import { days, later } from '../../kernel/clock.js'
import type { NotificationReceiver } from '../notifications/notification-dispatcher.js'
import type { InboxNoticesStore, PendingNotice } from './inbox-notices.store.js'

/** Time for which inboxes show a notice. */
const storedFor = days(90)

/** Time before the end of a token at which its person is notified. */
const tokenNotice = days(14)

/** Maximum number of people who are notified in one transaction, and of entries that one statement deletes. */
const batchSize = 500

/** Puts notices into the inboxes of people. */
export const inboxReceiver = (store: InboxNoticesStore): NotificationReceiver<PendingNotice> => ({
  name: 'inbox',
  lockPending: (tx) => store.lockPending(tx),
  deliver: (tx, notice) => store.deliver(tx, notice, batchSize),
  addDue: (ctx) => store.addExpiringTokens(ctx, tokenNotice),
  prune: async (ctx) => {
    const before = later(ctx.clock.now(), -storedFor)
    return (await store.prune(ctx, before, batchSize)) === batchSize
  },
})
