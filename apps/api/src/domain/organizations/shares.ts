/** Kinds of things that an organization shares, each apart: its modules, and its private providers. */
export const sharedKinds = ['modules', 'providers'] as const

export type SharedKind = (typeof sharedKinds)[number]
