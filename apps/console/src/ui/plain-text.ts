/** An input for a name or an address, in which a browser neither completes nor mends anything. */
export const plainText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
