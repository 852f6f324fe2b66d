/** What is published, and by whom it is vouched for. */
export const registry = [
  {
    promise: 'a published version never changes, and its number is never used again',
    guards: [
      {
        id: 'published-stays',
        file: 'apps/api/src/domain/registry-modules/module-uploads.service.ts',
        replace: "if (version.status === 'ok') throw invalid({ ...faults.taken('version'), path: [] })",
        by: '',
        test: 'apps/api/test/modules/uploads.test.ts',
        name: 'of a version that is published changes nothing',
      },
      {
        id: 'number-taken',
        file: 'apps/api/src/domain/registry-modules/registry-module-versions.store.ts',
        replace: 'await database.takenModuleVersion.create({ data: taken })',
        by: '',
        test: 'apps/api/test/modules/publishing.test.ts',
        name: 'is never given again, not after its version, its module, or both were deleted',
      },
      {
        id: 'provider-number-taken',
        file: 'apps/api/src/domain/registry-providers/registry-provider-versions.service.ts',
        replace: "if (published.length > 0) throw invalid(faults.taken('version'))",
        by: '',
        test: 'apps/api/test/registry/providers.taken.test.ts',
        name: 'is never given again after the version was deleted',
      },
      {
        id: 'provider-files-taken',
        file: 'apps/api/src/domain/registry-providers/provider-checksums.ts',
        replace: 'before.filename !== filename || before.shasum !== checksum',
        by: 'false',
        test: 'apps/api/test/registry/providers.taken.test.ts',
        name: 'comes back with the very same file alone, though others are signed too',
      },
    ],
  },
  {
    promise:
      'the engine is never offered a provider that is incomplete, altered or signed with an unknown key',
    guards: [
      {
        id: 'provider-signature',
        file: 'apps/api/src/domain/registry-providers/provider-publication.service.ts',
        replace: 'if (!(await this.verifySignature(asciiArmor, shasums, signature)))',
        by: 'if (false)',
        test: 'apps/api/test/registry/providers.publication.test.ts',
        name: 'a version %s',
      },
      {
        id: 'provider-shasum',
        file: 'apps/api/src/domain/registry-providers/provider-checksums.ts',
        replace: 'if (listed !== binarySha256)',
        by: 'if (false)',
        test: 'apps/api/test/registry/providers.publication.test.ts',
        name: 'a version %s',
      },
      {
        id: 'provider-key-gone',
        file: 'apps/api/src/domain/registry-providers/gpg-keys.service.ts',
        replace:
          'await this.versions.withdrawSignedBy(tx, before.id, gone(before))\n      await this.store.delete',
        by: 'await this.store.delete',
        test: 'apps/api/test/registry/providers.publication.test.ts',
        name: 'a version whose key is registered later, and not one whose key has gone',
      },
      {
        id: 'provider-once',
        file: 'apps/api/src/domain/registry-providers/provider-files.service.ts',
        replace: 'if (file.storageKey === null) return file',
        by: 'return file',
        test: 'apps/api/test/rest/provider-files.test.ts',
        name: 'a file is uploaded once: a second PUT is 422 and the first stays',
      },
    ],
  },
  {
    promise:
      'a signing key is a public key, only owners change it, and it can move only to a namespace that the same user owns',
    guards: [
      {
        id: 'key-owners',
        file: 'apps/api/src/kernel/permissions.ts',
        replace: "'providers-manager': [...looking, 'providers:publish', 'providers:write'],",
        by: "'providers-manager': [...looking, 'providers:publish', 'providers:write', 'signing-keys:write'],",
        test: 'apps/api/test/rest/provider-rights.test.ts',
        name: 'are added, moved and removed by owners alone; those who manage providers do all else',
      },
      {
        id: 'key-private',
        file: 'apps/api/src/adapters/signatures/signing-keys.ts',
        replace: ' || key.isPrivate()',
        by: '',
        test: 'apps/api/test/rest/gpg-keys.create.test.ts',
        name: 'bad armor is 422: no key, a broken one, a private one, two at once',
      },
      {
        id: 'key-namespace',
        file: 'apps/api/src/domain/registry-providers/gpg-keys.service.ts',
        replace: "const target = await this.enter(tx, namespace, 'signing-keys:write')",
        by: "const target = await this.enter(tx, namespace, 'providers:read')",
        test: 'apps/api/test/rest/gpg-keys.test.ts',
        name: 'PATCH to a namespace that is foreign or not there is 403, and the key stays',
      },
    ],
  },
  {
    promise: 'only members use providers; links to their files end with the access',
    guards: [
      {
        id: 'provider-members',
        file: 'apps/api/src/domain/registry-providers/published-providers.service.ts',
        replace: "return (await this.access.provider(ctx, address, 'providers:read')).provider",
        by: "return (await this.access.provider({ ...ctx, actor: { type: 'system', name: 'x' } }, address, 'providers:read')).provider",
        test: 'apps/api/test/registry/providers.test.ts',
        name: 'no consumer of its modules: providers are not shared',
      },
      {
        id: 'provider-link',
        file: 'apps/api/src/registry/provider-files.ts',
        replace: 'await limit.admit(res, async () => links.identify(req, res, pathOf(fileIn(req.path))))',
        by: 'await limit.admit(res, async () => links.identify(req, res, pathOf(fileIn(req.path))).catch(() => {}))',
        test: 'apps/api/test/registry/providers.test.ts',
        name: 'a link of a file ends with the token that asked for it',
      },
    ],
  },
  {
    promise:
      'unless an option says otherwise, the publishing program sends a token over plain http only to its own machine, and publishes no secrets or state files',
    guards: [
      {
        id: 'publish-http',
        file: 'packages/publish/src/arguments.ts',
        replace: "if (url.protocol === 'http:' && !isHere && !isInsistent)",
        by: 'if (false)',
        test: 'packages/publish/src/arguments.test.ts',
        name: 'wrong usage says what is wrong > %s',
      },
      {
        id: 'publish-secrets',
        file: 'packages/publish/src/folder.ts',
        replace: '.add(leftOut)',
        by: '',
        test: 'packages/publish/src/folder.test.ts',
        name: 'the files come sorted by their bytes, without settings, secrets and states',
      },
    ],
  },
]
