type Sharing = { withAll: boolean; organizations: readonly string[]; organizationCount: number }

/** With which of the viewer's organizations something is shared. */
export function sharedWithWords({ withAll, organizations, organizationCount }: Sharing): string {
  if (withAll) return 'every organization'
  const others = organizationCount - organizations.length
  return new Intl.ListFormat('en').format(others > 0 ? [...organizations, `${others} more`] : organizations)
}
