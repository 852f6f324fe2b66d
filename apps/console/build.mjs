// `next build`, and beside each of its static texts the smallest form of it, which `server.mjs` sends to browsers that take
// it: Next itself compresses every answer again, and less.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const isWindows = process.platform === 'win32'
const { status } = spawnSync('next', ['build'], { stdio: 'inherit', shell: isWindows })
if (status !== 0) process.exit(status ?? 1)

const compress = promisify(brotliCompress)
const folder = join(process.env.BUILD_FOLDER ?? '.next', 'static')
const texts = readdirSync(folder, { recursive: true }).filter((file) => /\.(js|css)$/.test(file))
await Promise.all(
  texts.map(async (file) => {
    const text = readFileSync(join(folder, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(join(folder, `${file}.br`), await compress(text, { params }))
  }),
)
