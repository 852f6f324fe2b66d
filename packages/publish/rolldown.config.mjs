// Everything becomes one file that bare Node.js runs: our own code, the libraries, and the parser's WebAssembly.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'

/**
 * The parser looks for its WebAssembly in a file next to it. In one file there is none, so the text includes
 * it.
 */
const parserInside = {
  name: 'parser-inside',
  transform: {
    filter: { id: /[\\/]hcl2json[\\/]build[\\/]bridge\.js$/ },
    handler(code, id) {
      const reading = 'await fs.readFile((0, path_1.join)(__dirname, "..", "main.wasm.gz"))'
      if (!code.includes(reading))
        throw new Error(`${id} reads its WebAssembly in another way than this knows`)
      const file = join(dirname(id), '..', 'main.wasm.gz')
      const text = readFileSync(file).toString('base64')
      this.addWatchFile(file)
      return { code: code.replace(reading, () => `Buffer.from("${text}", "base64")`), map: null }
    },
  },
}

/** The library of OpenPGP is loaded from its own files, by their path. In one file there are none, so the text includes it. */
const openpgpInside = {
  name: 'openpgp-inside',
  load: {
    filter: { id: /[\\/]provider-source[\\/]dist[\\/]openpgp[\\/]library\.js$/ },
    handler(id) {
      const forNode = createRequire(id).resolve('openpgp')
      const path = join(forNode, '..', '..', 'lightweight', 'openpgp.mjs')
      this.addWatchFile(id)
      return `export const loadOpenpgp = () => import(${JSON.stringify(path)})`
    },
  },
}

/** The licences of the bundled libraries go with the file. */
const licences = {
  name: 'licences',
  renderChunk(code, { moduleIds }) {
    const folders = moduleIds.map((id) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0])
    const texts = [...new Set(folders.filter(Boolean))].sort().map(licenceOf)
    return `${code}\n// It holds these libraries.\n${texts.join('')}`
  },
}

/** The GNU Lesser General Public License adds to this text, which goes along with it. */
const gpl = fileURLToPath(new URL('licences/GPL-3.0.txt', import.meta.url))

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (!file) throw new Error(`${name} has no file with its licence`)
  const texts = [join(folder, file), ...(license.startsWith('LGPL-3.0') ? [gpl] : [])]
  const lines = texts.flatMap((path) => [...readFileSync(path, 'utf8').trim().split(/\r?\n/), ''])
  return [`${name} ${version} (${license})`, '', ...lines]
    .map((line) => `// ${line}`.trimEnd() + '\n')
    .join('')
}

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // Asked for only by versions of Node.js that are older than any that runs this.
  external: ['performance'],
  plugins: [parserInside, openpgpInside, licences],
  // The parser's library wants of this one only what Node.js has by itself.
  resolve: { alias: { 'fs-extra': 'node:fs' }, mainFields: ['module', 'main'] },
  output: {
    file: `${process.env['BUILD_FOLDER'] ?? 'dist'}/engine-publish.mjs`,
    format: 'esm',
    codeSplitting: false,
    cleanDir: true,
  },
})
