/** ZIP archives (APPNOTE 6.3) with names in UTF-8, and with Unix modes, so that a start file runs when unpacked. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  /** The relative path, with `/` between names. */
  readonly path: string
  readonly content: Uint8Array
  /** Whether the file may be executed. */
  readonly runs?: boolean | undefined
}

/** Bit 11 of the flags says that the name is in UTF-8. */
const UTF_8 = 0x0800
const DEFLATED = 8
/** Version 2.0 of the format. The directory also says that the archive was made on Unix. */
const VERSION = 20
const MADE_ON_UNIX = (3 << 8) | VERSION
const REGULAR = 0o100_000

export function zipOf(files: readonly ZippedFile[], at: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.path)
    const data = deflateRawSync(file.content)
    const facts = factsOf(name, data, file.content, at)
    const header = Buffer.concat([numbers([0x04034b50, 4]), facts, numbers([0, 2]), name])
    const mode = (REGULAR | (file.runs ? 0o755 : 0o600)) << 16
    const entry = [
      numbers([0x02014b50, 4], [MADE_ON_UNIX, 2]),
      facts,
      numbers([0, 2], [0, 2], [0, 2], [0, 2]),
    ]
    directory.push(...entry, numbers([mode >>> 0, 4], [offset, 4]), name)
    parts.push(header, data)
    offset += header.length + data.length
  }
  const listed = Buffer.concat(directory)
  const count: Field = [files.length, 2]
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], count, count, [listed.length, 4], [offset, 4], [0, 2])
  return Buffer.concat([...parts, listed, end])
}

/** The fields that stand before a file, and again in the directory. */
function factsOf(name: Buffer, data: Buffer, content: Uint8Array, at: number): Buffer {
  const kind = [
    [VERSION, 2],
    [UTF_8, 2],
    [DEFLATED, 2],
  ] as const
  const sizes = [
    [data.length, 4],
    [content.length, 4],
    [name.length, 2],
  ] as const
  return numbers(...kind, ...timeOf(at), [crc32(content), 4], ...sizes)
}

type Field = readonly [value: number, bytes: 2 | 4]

function numbers(...fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let place = 0
  for (const [value, bytes] of fields) place = buffer.writeUIntLE(value, place, bytes)
  return buffer
}

/** A time in the form of MS-DOS, in UTC. */
function timeOf(at: number): Field[] {
  const moment = new Date(at)
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1)
  const day =
    ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()
  return [
    [time, 2],
    [day, 2],
  ]
}
