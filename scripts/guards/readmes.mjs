/** What somebody else's Markdown may do: to those who read it, and to the platform. */
export const readmes = [
  {
    promise: 'a README runs nothing, loads nothing and tells nobody who reads it',
    guards: [
      {
        id: 'readme-links',
        file: 'apps/console/src/app/(signed-in)/modules/[organization]/[name]/[provider]/readme.tsx',
        replace: "typeof address === 'string' && /^(https?|mailto):/i.test(address)",
        by: "typeof address === 'string'",
        test: 'apps/console/src/app/(signed-in)/modules/[organization]/[name]/[provider]/readme.test.ts',
        name: 'links lead outside by http, https and mail alone',
      },
      {
        id: 'readme-elements',
        file: 'apps/console/src/app/(signed-in)/modules/[organization]/[name]/[provider]/readme.tsx',
        replace: 'Object.hasOwn(made, tag) ? made[tag] : undefined',
        by: 'made[tag] ?? plain(tag)',
        test: 'apps/console/src/app/(signed-in)/modules/[organization]/[name]/[provider]/readme.test.ts',
        name: 'what is no element of ours is only its text, and no attribute is taken over',
      },
      {
        id: 'readme-stored-links',
        file: 'apps/api/src/adapters/markdown/compact.mjs',
        replace: 'return isAddress(href) ? [',
        by: 'return href ? [',
        test: 'apps/api/src/adapters/markdown/readme-threads.test.ts',
        name: 'links lead outside by http, https and mail alone',
      },
      {
        id: 'readme-pictures',
        file: 'apps/api/src/adapters/markdown/compact.mjs',
        replace: "if (tag === 'img')",
        by: "if (tag === 'image')",
        test: 'apps/api/src/adapters/markdown/readme-threads.test.ts',
        name: 'a picture is a link, since loading it would tell who reads',
      },
      {
        id: 'readme-tags',
        file: 'apps/api/src/adapters/markdown/html-as-text.mjs',
        replace: "if (node.type === 'raw') node.type = 'text'",
        by: '',
        test: 'apps/api/src/adapters/markdown/readme-threads.test.ts',
        name: 'tags stay text, comments are left out',
      },
      {
        id: 'readme-referrer',
        file: 'apps/console/src/app/(signed-in)/modules/[organization]/[name]/[provider]/readme.tsx',
        replace: 'rel="noreferrer nofollow"',
        by: '',
        test: 'apps/console/src/app/(signed-in)/modules/[organization]/[name]/[provider]/readme.test.ts',
        name: 'links lead outside by http, https and mail alone',
      },
    ],
  },
  {
    promise:
      'a README is rendered once, when it is published, and neither its time nor what comes of it is without end',
    guards: [
      {
        id: 'readme-time',
        file: 'packages/threads/src/threads.ts',
        replace: 'const left = Math.min(',
        by: 'const left = Math.max(600_000, ',
        test: 'packages/threads/src/threads.test.ts',
        name: 'a job that never gets its time is ended after four times as long',
      },
      {
        id: 'readme-cells',
        file: 'apps/api/src/adapters/markdown/measure.mjs',
        replace: "if (type === 'table')",
        by: 'if (false)',
        test: 'apps/api/src/adapters/markdown/readme-threads.test.ts',
        name: '%s is too large',
      },
      {
        id: 'readme-depth',
        file: 'apps/api/src/adapters/markdown/measure.mjs',
        replace: 'if (depth > deepest)',
        by: 'if (false)',
        test: 'apps/api/src/adapters/markdown/readme-threads.test.ts',
        name: 'a document nested too deeply is too complex',
      },
      {
        id: 'readme-once',
        file: 'apps/api/src/domain/registry-modules/module-readmes.service.ts',
        replace: '(await this.readmes.find(ctx, place)) ??',
        by: '',
        test: 'apps/api/test/modules/readmes.test.ts',
        name: 'the READMEs of a version are rendered once, when it is published',
      },
    ],
  },
]
