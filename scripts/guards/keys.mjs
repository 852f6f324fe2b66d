/** Keys that are derived from the secret of the site, and the secret itself. */
export const keys = [
  {
    promise: 'every purpose has a key of its own, so that a leaked key opens nothing else',
    guards: [
      {
        id: 'key-purpose',
        file: 'apps/api/src/adapters/secrets/keys.ts',
        replace: "hkdfSync('sha256', key, '', purpose, 32)",
        by: "hkdfSync('sha256', key, '', '', 32)",
        test: 'apps/api/src/adapters/secrets/keys.test.ts',
        name: 'are those of the same secret and purpose, and of no other',
      },
      {
        id: 'key-purpose-console',
        file: 'apps/console/src/config.ts',
        replace: "hkdfSync('sha256', secret, '', purpose, 32)",
        by: "hkdfSync('sha256', secret, '', '', 32)",
        test: 'apps/console/src/config.test.ts',
        name: 'are derived, one for each secret in its order, and are not the secrets',
      },
    ],
  },
  {
    promise: 'a start with a secret that is too short is refused, and no start prints a password',
    guards: [
      {
        id: 'key-length',
        file: 'apps/api/src/adapters/secrets/keys.ts',
        replace: 'Buffer.byteLength(key) >= minimumBytes\n',
        by: 'Buffer.byteLength(key) >= 1\n',
        test: 'apps/api/src/adapters/secrets/keys.test.ts',
        name: 'every short key is named by its index, counted in bytes, and never shown',
      },
      {
        id: 'start-password',
        file: 'apps/api/src/adapters/database/served.ts',
        replace: 'cannot be used: ${why}. See ${variable}.`)',
        by: 'cannot be used: ${why}. See ${client.password}.`)',
        test: 'apps/api/test/database/open.test.ts',
        name: 'that does not come up is named without the password',
      },
    ],
  },
]
