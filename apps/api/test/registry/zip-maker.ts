import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a zip, and what its directory says otherwise than it is. */
export interface ZippedFile {
  /** Name as text, or its very bytes. */
  readonly name: string | Buffer
  readonly contents?: string | Buffer
  /** Deflated in place of the contents. */
  readonly packed?: Buffer
  readonly size?: number
  readonly crc?: number
  readonly method?: number
  readonly flags?: number
}

/** A zip of these files in this order, whatever a library would refuse. */
export function zipOfFiles(...files: ZippedFile[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, contents = '', ...as } of files) {
    const bytes = Buffer.from(contents)
    const path = Buffer.from(name)
    const method = as.method ?? 8
    const packed = as.packed ?? (method === 0 ? bytes : deflateRawSync(bytes))
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(as.flags ?? 0, 2)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(as.crc ?? crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(as.size ?? bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, packed])
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0003'), facts, offset, path)
    bodies.push(body)
    at += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}
