/** Answers of a hostile host: heads, lists, deltas, refusals and bodies that would cost a careless device much. */
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { encodeDelta } from '../../../lib/core/release/delta/format.ts'
import type { Operation } from '../../../lib/core/release/delta/operations.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { DECODED_LIMIT, HEAD_LIMIT } from '../../../lib/core/release/limits.ts'
import type { Envelope } from '../../../lib/core/release/schema.ts'
import type { HostReply } from '../../helpers/device/host.ts'
import type { Publisher } from '../../helpers/device/publisher.ts'

/** The device's file, from which deltas are made. */
export const BIG = Buffer.alloc(6_000_000, 'a line of a file that is large\n')

type Bend = (
  honest: HostReply,
  call: { readonly response: ServerResponse; readonly publisher: Publisher },
) => HostReply | undefined

interface Hostile {
  readonly name: string
  readonly wire?: 1 | 2
  readonly bend: Bend
}

const MANY = 2_000_000
const DEEP = 2_900_000

const repeated = (element: string, most = MANY) =>
  `[${Array(Math.min(most, Math.floor(HEAD_LIMIT / (element.length + 1)) - 2000))
    .fill(element)
    .join()}]`
const nested = (open: string, close: string, inner = '') => {
  const times = Math.floor(DEEP / open.length)
  return open.repeat(times) + inner + close.repeat(times)
}

function brotli(body: string | Uint8Array): HostReply {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 }
  return { status: 200, body: brotliCompressSync(body, { params }), headers: { 'content-encoding': 'br' } }
}

/** The honest head of version 2, with some members replaced by the given texts. */
function head(honest: HostReply, members: Readonly<Record<string, string>>): string {
  const { roots, ...own } = JSON.parse(String(honest.body.subarray(0, honest.body.indexOf(10))))
  const kept = Object.entries({ ...own, roots }).filter(([name]) => !Object.hasOwn(members, name))
  const texts = [...kept.map(([name, value]) => [name, JSON.stringify(value)]), ...Object.entries(members)]
  return `{${texts.map(([name, value]) => `"${name}":${value}`).join()}}\n`
}

const bentHead =
  (make: () => Readonly<Record<string, string>>): Bend =>
  honest =>
    brotli(
      Buffer.concat([Buffer.from(head(honest, make())), honest.body.subarray(honest.body.indexOf(10) + 1)]),
    )

/** A forged manifest, with its own digest and as many invalid signatures as there are keys. */
const unsigned =
  (whole: Buffer, sent: Buffer, is: 'whole' | 'delta'): Bend =>
  (honest, { publisher }) => {
    const [keyid] = Object.keys(JSON.parse(publisher.root.signed).keys)
    const signatures = JSON.stringify([{ keyid, signature: Buffer.alloc(64).toString('base64url') }])
    const facts = JSON.stringify({ is, bytes: sent.length, size: whole.length })
    const line = head(honest, { release: `"${sha256(whole)}"`, signatures, text: facts, here: '[]' })
    return brotli(Buffer.concat([Buffer.from(line), sent]))
  }

const root = (members: string) =>
  JSON.stringify([{ signed: `{"v":1,"version":2,${members}}`, signatures: [] }])

/** A root that is well-formed, with forty keys and no signature. */
function rootOf(version: number): Envelope {
  const keys = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [sha256(String(at)), 'A'.repeat(43)]))
  const signed = { v: 1, version, threshold: 1, expires: '2030-01-01T00:00:00Z', keys }
  return { signed: JSON.stringify(signed), signatures: [] }
}

/** A delta to the large file, inside the answer. */
const delta =
  (make: () => Uint8Array): Bend =>
  honest => {
    const line = honest.body.subarray(0, honest.body.indexOf(10))
    const { text: facts } = JSON.parse(String(line))
    const manifest = honest.body.subarray(line.length + 1, line.length + 1 + facts.bytes)
    const bytes = make()
    const deltas = JSON.stringify([{ file: 1, from: 1, bytes: bytes.length }])
    return brotli(Buffer.concat([Buffer.from(head(honest, { here: '[]', deltas })), manifest, bytes]))
  }

/** A step of a delta that copies one byte: the file's first one, or the one after the last copy. */
const SINGLE = Buffer.from([0, 1, 0])

/** Steps that copy the first 241 bytes of the file. */
const FIRST_STEP = Buffer.from([0, 0xf1, 0x01, 0])
const SAME_STEP = Buffer.from([0, 0xf1, 0x01, 0xe1, 0x03])

const copies = (length: number, offsetOf: (index: number) => number): Operation[] =>
  Array.from({ length: BIG.length / length }, (_, index) => ({ offset: offsetOf(index), length }))

const answer1 =
  (make: () => Readonly<Record<string, string>>): Bend =>
  honest => {
    const members = make()
    const own = Object.entries(JSON.parse(String(honest.body))).filter(
      ([name]) => !Object.hasOwn(members, name),
    )
    const texts = [...own.map(([name, value]) => [name, JSON.stringify(value)]), ...Object.entries(members)]
    return brotli(`{${texts.map(([name, value]) => `"${name}":${value}`).join()}}`)
  }

const short = (element: string) => repeated(element, Math.floor(3_300_000 / (element.length + 1)))

const refusal =
  (status: number, body: () => string): Bend =>
  () => ({ ...brotli(body()), status })

/** Writes raw bytes to the connection. */
const raw =
  (head: string, piece: string, times: number): Bend =>
  (_, { response }) => {
    const { socket } = response
    let left = times
    const pour = () => {
      while (left-- > 0 && socket?.write(piece.repeat(1000)));
      if (left <= 0) socket?.end()
    }
    socket?.on('drain', pour)
    socket?.on('error', () => undefined)
    socket?.write(head)
    pour()
    return undefined
  }

export const HOSTILE: readonly Hostile[] = [
  { name: 'two million empty roots', bend: bentHead(() => ({ roots: repeated('{}') })) },
  { name: 'roots that are numbers', bend: bentHead(() => ({ roots: repeated('0') })) },
  {
    name: 'more roots than a chain has',
    bend: bentHead(() => ({ roots: repeated('{"signed":"","signatures":[]}') })),
  },
  { name: 'roots that are nested', bend: bentHead(() => ({ roots: nested('[', ']') })) },
  {
    name: 'a root of nothing but keys',
    bend: bentHead(() => ({ roots: root(`"keys":{${'"a":0,'.repeat(900_000)}"b":0}`) })),
  },
  { name: 'a root that is nested', bend: bentHead(() => ({ roots: root(`"keys":${nested('[', ']')}`) })) },
  {
    name: 'a root with empty signatures',
    bend: bentHead(() => ({ roots: `[{"signed":"","signatures":${repeated('{}', 1_900_000)}}]` })),
  },
  {
    name: 'a thousand roots that are not newer, and one that nobody signed',
    bend: bentHead(() => ({ roots: JSON.stringify([...Array(999).fill(rootOf(1)), rootOf(2)]) })),
  },
  { name: 'empty signatures', bend: bentHead(() => ({ signatures: repeated('{}') })) },
  {
    name: 'more signatures than anyone gives',
    bend: bentHead(() => ({ signatures: repeated(`{"keyid":"${sha256('a')}","signature":"AA"}`) })),
  },
  { name: 'contents that are empty', bend: bentHead(() => ({ here: repeated('[]') })) },
  { name: 'contents of nothing', bend: bentHead(() => ({ here: repeated('[0,0]') })) },
  {
    name: 'as many contents as a list may name',
    bend: bentHead(() => ({ here: repeated('[0,0]', 500_000) })),
  },
  { name: 'a content that is a list', bend: bentHead(() => ({ here: `[${repeated('{}')}]` })) },
  { name: 'deltas that are empty', bend: bentHead(() => ({ deltas: repeated('{}') })) },
  {
    name: 'deltas of nothing',
    bend: bentHead(() => ({ deltas: repeated('{"file":0,"from":0,"bytes":0}') })),
  },
  {
    name: 'pages without end',
    bend: bentHead(() => ({ elsewhere: `{"pages":${repeated('0')},"parts":[]}` })),
  },
  {
    name: 'parts without end',
    bend: bentHead(() => ({ elsewhere: `{"pages":[0],"parts":${repeated('1')}}` })),
  },
  {
    name: 'an unknown member that is nested',
    bend: bentHead(() => ({ more: nested('[', ']'), signatures: '[]' })),
  },
  {
    name: 'an unknown member of objects in objects',
    bend: bentHead(() => ({ more: nested('{"a":', '}', '0'), signatures: '[]' })),
  },
  {
    name: 'an unknown member that is nested and does not end',
    bend: bentHead(() => ({ more: '['.repeat(5_900_000) })),
  },
  {
    name: 'an unknown member that is a list',
    bend: bentHead(() => ({ more: repeated('{}'), signatures: '[]' })),
  },
  {
    name: 'unknown members without end',
    bend: bentHead(() => ({ a: `0,${'"b":0,'.repeat(900_000)}"c":0`, signatures: '[]' })),
  },
  {
    name: 'a member with a name of megabytes',
    bend: bentHead(() => ({ [`x${'y'.repeat(5_800_000)}`]: '0', signatures: '[]' })),
  },
  { name: 'a number with millions of digits', bend: bentHead(() => ({ files: '9'.repeat(5_900_000) })) },
  {
    name: 'a text of escapes that does not end',
    bend: bentHead(() => ({ more: `"${'\\\\'.repeat(2_900_000)}\\"` })),
  },
  { name: 'a head that is too long', bend: bentHead(() => ({ roots: `[${' '.repeat(HEAD_LIMIT)}]` })) },
  {
    name: 'a head that is no UTF-8',
    bend: () => brotli(Buffer.concat([Buffer.alloc(5_900_000, 0xff), Buffer.from('\n')])),
  },
  { name: 'a list that no one signed, of 42 MB', bend: unsignedList('x') },
  { name: 'a list that no one signed, of 42 MB of Japanese', bend: unsignedList('蔵') },
  {
    name: 'a list that a delta makes from single bytes',
    bend: (honest, call) =>
      unsigned(Buffer.alloc(40_000_000, '{'), Buffer.alloc(19_999_998, SINGLE), 'delta')(honest, call),
  },
  {
    name: 'a list of 47 MB that a delta makes from the shortest copies',
    bend: (honest, call) => {
      const steps = Buffer.concat([FIRST_STEP, Buffer.alloc(195_000 * SAME_STEP.length, SAME_STEP)])
      return unsigned(Buffer.alloc(195_001 * 241), steps, 'delta')(honest, call)
    },
  },
  { name: 'a body that grows to 49 MB', bend: () => brotli(Buffer.alloc(DECODED_LIMIT + 1_000_000)) },
  { name: 'a body of 48 MB without a line', bend: () => brotli(Buffer.alloc(DECODED_LIMIT)) },
  {
    name: 'a body of 48 MB in gzip',
    bend: () => ({
      status: 200,
      body: gzipSync(Buffer.alloc(DECODED_LIMIT, 10)),
      headers: { 'content-encoding': 'gzip' },
    }),
  },
  { name: 'a delta of single bytes', bend: delta(() => Buffer.alloc(2_999_997, SINGLE)) },
  {
    name: 'a delta of the shortest copies, in disorder',
    bend: delta(() => encodeDelta(copies(48, index => (index * 4_999_999) % (BIG.length - 48)))),
  },
  {
    name: 'a delta of single inserted bytes',
    bend: delta(() => Buffer.alloc(2_999_997, Buffer.from([1, 65, 0]))),
  },
  { name: 'a delta that is as large as its file', bend: delta(() => BIG.subarray(1)) },
  { name: 'entries that are empty', wire: 1, bend: answer1(() => ({ files: short('{}') })) },
  {
    name: 'entries of one file',
    wire: 1,
    bend: answer1(() => ({ files: short(`{"path":"a","sha256":"${sha256('a')}","page":0}`) })),
  },
  { name: 'empty roots', wire: 1, bend: answer1(() => ({ roots: short('{}') })) },
  {
    name: 'a release with empty signatures',
    wire: 1,
    bend: answer1(() => ({ release: `{"signed":"","signatures":${short('{}')}}` })),
  },
  { name: 'a list of lists', wire: 1, bend: () => brotli(nested('[', ']').slice(0, 3_400_000)) },
  { name: 'a refusal of empty objects', bend: refusal(401, () => short('{}')) },
  {
    name: 'a refusal with a message of megabytes',
    bend: refusal(500, () => `{"error":"${'x\\n'.repeat(1_100_000)}"}`),
  },
  {
    name: 'a refusal with a message that takes two bytes a letter in memory',
    bend: refusal(500, () => `{"error":"蔵${'x'.repeat(47_000_000)}"}`),
  },
  { name: 'a refusal that is nested', bend: refusal(403, () => `{"code":${'['.repeat(3_400_000)}`) },
  {
    name: 'a time without end',
    bend: refusal(401, () => `{"code":"clock_skew","serverTime":${'9'.repeat(3_400_000)}}`),
  },
  {
    name: 'a body in single bytes',
    bend: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n', 3400),
  },
  { name: 'interim answers without end', bend: raw('', 'HTTP/1.1 100 Continue\r\n\r\n', 400) },
  { name: 'headers without end', bend: raw('HTTP/1.1 200 OK\r\n', 'x: y\r\n', 400) },
]

/** A list without a signature, as long as a body may be. */
function unsignedList(letter: string): Bend {
  return (honest, call) => {
    const whole = Buffer.alloc(42_000_000, letter)
    return unsigned(whole, whole, 'whole')(honest, call)
  }
}
