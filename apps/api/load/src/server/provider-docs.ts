import { gzipSync } from 'node:zlib'
import { Header } from 'tar'

/** Packs the pages of a documentation, by their paths. */
export function docsArchive(pages: Readonly<Record<string, string>>): Buffer {
  const files = Object.entries(pages).map(([path, text]) => {
    const contents = Buffer.from(text)
    const head = Buffer.alloc(512)
    new Header({ path, type: 'File', mode: 0o644, size: contents.length }).encode(head)
    return Buffer.concat([head, contents], 512 + Math.ceil(contents.length / 512) * 512)
  })
  return gzipSync(Buffer.concat([...files, Buffer.alloc(1024)]))
}

/** Writes the page of a resource, as generators of documentation do. */
export function resourcePage(provider: string, name: string, subcategory: string, about: string): string {
  const full = `${provider}_${name}`
  return `---
page_title: "${full} Resource"
subcategory: "${subcategory}"
description: |-
  ${about}
---

# ${full} (Resource)

${about}

## Example usage

\`\`\`hcl
resource "${full}" "main" {
  name   = "main"
  region = var.region

  labels = {
    team = "platform"
  }
}
\`\`\`

## Schema

### Required

- \`name\` (String) Its name, which no other one has.

### Optional

- \`labels\` (Map of String) Words to find it by.
- \`region\` (String) Where it runs; by default that of the provider.

### Read-only

- \`id\` (String) Its identifier.

## Import

\`\`\`sh
engine import ${full}.main ID
\`\`\`
`
}
