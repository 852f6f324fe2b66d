/** What the bell says of so many unread entries; more than 99 are not counted, and none is not said. */
export function bellText(unread = 0): { label: string; count?: string } {
  if (unread === 0) return { label: 'Inbox' }
  const count = unread > 99 ? '99+' : String(unread)
  return { label: `Inbox, ${count} unread`, count }
}
