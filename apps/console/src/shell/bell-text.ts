/**
 * Returns the text of the bell for a number of unread entries; above 99 there is no exact number, and for 0
 * none.
 */
export function bellText(unread = 0): { label: string; count?: string } {
  if (unread === 0) return { label: 'Inbox' }
  const count = unread > 99 ? '99+' : String(unread)
  return { label: `Inbox, ${count} unread`, count }
}
