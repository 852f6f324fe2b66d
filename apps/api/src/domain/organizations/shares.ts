/** What an organization shares, each kind by itself: its modules, and its private providers. */
export const sharedKinds = ['modules', 'providers'] as const

export type SharedKind = (typeof sharedKinds)[number]
