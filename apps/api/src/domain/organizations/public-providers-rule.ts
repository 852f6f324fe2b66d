/** Which public providers may be used: all, or those that are listed (contract §14). */
export const publicProvidersRules = ['open', 'listed'] as const
export type PublicProvidersRule = (typeof publicProvidersRules)[number]
