/** Attacks in an answer of version 2 that version 1 does not have. */
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DECODED_LIMIT, HEAD_LIMIT } from '../../../lib/core/release/limits.ts'
import type { UpdateHead } from '../../../lib/core/release/schema.ts'
import {
  cutUpdate,
  encodeUpdate,
  splitUpdate,
  type UpdateBody,
} from '../../../lib/core/release/update/body.ts'
import type { TestDevice } from '../../helpers/device/device.ts'
import type { HostReply } from '../../helpers/device/host.ts'
import { type Attack, answerOnce, expectBefore, expectWithstood, updating } from './attack.ts'

/** Compresses the body, which may be longer than an uncompressed body may be. */
function brotli(body: Buffer): HostReply {
  return { status: 200, body: brotliCompressSync(body), headers: { 'content-encoding': 'br' } }
}

/** Changes the answers of version 2 as a forger would. */
function bendUpdate(device: TestDevice, bend: (body: UpdateBody) => UpdateBody): void {
  device.host.bend = (reply, { asked }) => {
    const split = splitUpdate(reply.body)
    if (asked.query['v'] !== '2' || reply.status !== 200 || !split) return reply
    const body = cutUpdate(JSON.parse(String(split.line)), split.rest)
    return brotli(Buffer.from(encodeUpdate(bend(body))))
  }
}

function bendHead(device: TestDevice, bend: (head: UpdateHead) => object): void {
  bendUpdate(device, body => ({ ...body, head: { ...body.head, ...bend(body.head) } }))
}

const ATTACKS: Attack[] = [
  {
    name: 'signatures of another release',
    arrange: device => bendHead(device, () => ({ signatures: device.publisher.root.signatures })),
    code: 'release_rejected',
    message: /signed by 0 of the keys of root 1/,
    hint: /tell the operator/,
  },
  {
    name: 'the text of the release before under the signatures of the next',
    arrange: device =>
      bendUpdate(device, body => ({
        ...body,
        text: new Uint8Array(0),
        head: { ...body.head, text: { is: 'same', bytes: 0, size: 0 } },
      })),
    code: 'content_mismatch',
    message: /its digest is not the one that the answer names/,
    hint: /sync again/,
  },
  {
    name: 'a text that claims to be huge',
    arrange: device =>
      bendHead(device, ({ text }) => ({ text: { ...text, is: 'delta', size: Number.MAX_SAFE_INTEGER } })),
    code: 'content_mismatch',
    message: /the delta/,
    hint: /sync again/,
  },
  {
    name: 'a content that does not match its hash',
    arrange: device =>
      bendUpdate(device, body => ({ ...body, blobs: body.blobs.map(blob => Buffer.from(blob).fill('X')) })),
    code: 'content_mismatch',
    message: /"a.md": its SHA-256 begins with .*, the release says/,
    hint: /tell the operator.*unchanged/,
  },
  {
    name: 'a list that lacks a file',
    arrange: device => bendHead(device, ({ files }) => ({ files: files - 1 })),
    code: 'remote_answer',
    message: /lists 2 files, its release has 3/,
    hint: /unchanged/,
  },
  {
    name: 'more contents than any list has',
    arrange: device =>
      bendHead(device, ({ here }) => ({ here: [...here, ...Array.from({ length: 900_000 }, () => [0, 0])] })),
    code: 'remote_answer',
    message: /"here" is not valid/,
    hint: /unchanged/,
  },
  {
    name: 'more contents than the release has files',
    arrange: device => bendHead(device, ({ here }) => ({ here: [...here, [0, 0], [0, 0], [0, 0]] })),
    code: 'remote_answer',
    message: /it names 5 contents of 3 files/,
    hint: /unchanged/,
  },
  {
    name: 'a content of a file that there is not',
    arrange: device => bendHead(device, ({ here }) => ({ here: here.map(([, bytes]) => [77, bytes]) })),
    code: 'remote_answer',
    message: /it names the file 77 of 3/,
    hint: /unchanged/,
  },
  {
    name: 'fewer bytes than the head says',
    arrange: device => bendUpdate(device, body => ({ ...body, blobs: [] })),
    code: 'remote_answer',
    message: /bytes follow its head, expected/,
    hint: /sync again/,
  },
  {
    name: 'a head that names millions of contents',
    arrange: device =>
      bendHead(device, ({ here }) => ({ here: Array(HEAD_LIMIT / 6).fill([here[0]?.[0], 0]) })),
    code: 'remote_answer',
    message: /its head is longer than 6000000 bytes/,
    hint: /unchanged/,
  },
  {
    name: 'a body without a head',
    arrange: device => answerOnce(device, { status: 200, body: Buffer.from('hotel') }),
    code: 'remote_answer',
    message: /it has no head/,
    hint: /update kura/,
  },
  {
    name: 'a head that is no JSON',
    arrange: device => answerOnce(device, { status: 200, body: Buffer.from('<html>\n</html>') }),
    code: 'remote_answer',
    message: /not JSON, or is incomplete/,
    hint: /update kura/,
  },
  {
    name: 'a content that is never handed out',
    arrange: device =>
      bendUpdate(device, ({ head, text }) => ({
        text,
        blobs: [],
        head: { ...head, here: [], elsewhere: undefined },
      })),
    code: 'content_mismatch',
    message: /does not hand out its content/,
    hint: /publish and deploy again/,
  },
  {
    name: 'an answer that announces more than is read',
    arrange: device =>
      answerOnce(device, { status: 200, body: Buffer.alloc(10), headers: { 'content-length': '3500001' } }),
    code: 'remote_answer',
    message: /larger than 3500000 bytes/,
    hint: /something other than kura/,
  },
  {
    name: 'a body that grows beyond every list',
    arrange: device => answerOnce(device, brotli(Buffer.alloc(DECODED_LIMIT + 1))),
    code: 'remote_answer',
    message: /larger than 48000000 bytes/,
    hint: /something other than kura/,
  },
]

test.each(ATTACKS.map(attack => ({ ...attack, wire: 2 as const })))(
  '$name changes nothing and says what to do, in version $wire',
  expectWithstood,
)

test('a release that changes with each answer, and is never handed out, ends the run', async () => {
  const device = await updating(2)
  let version = 2
  bendUpdate(device, ({ head, text }) => {
    version += 1
    device.publish(version, { 'a.md': `A${version}` })
    return { text, blobs: [], head: { ...head, here: [], elsewhere: undefined } }
  })
  expect(await device.failure()).toMatchObject({
    code: 'remote_answer',
    message: expect.stringContaining('its release keeps changing'),
  })
  expect(version).toBe(7)
  await expectBefore(device)
})
