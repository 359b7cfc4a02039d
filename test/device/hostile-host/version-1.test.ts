/** Attacks in an answer of version 1. */
import { test } from 'vitest'
import type { Answer } from '../../../lib/core/release/schema.ts'
import type { TestDevice } from '../../helpers/device/device.ts'
import { jsonReply } from '../../helpers/device/host.ts'
import { type Attack, answerOnce, expectWithstood } from './attack.ts'

/** Changes the answers as a forger would, but not those to reports. */
function bendAnswer(device: TestDevice, bend: (answer: Answer) => unknown): void {
  device.host.bend = (reply, { asked }) => {
    if (asked.body.status || reply.status !== 200) return reply
    return jsonReply(bend(JSON.parse(reply.body.toString())))
  }
}

function firstFile(answer: Answer, change: object): Answer {
  const [first, ...rest] = answer.files
  if (!first) return answer
  const { text: _text, ...entry } = first
  return { ...answer, files: [{ ...entry, ...change }, ...rest] }
}

const ATTACKS: Attack[] = [
  {
    name: 'a release that was changed after it was signed',
    arrange: device =>
      bendAnswer(device, answer => ({
        ...answer,
        release: { ...answer.release, signed: answer.release.signed.replace('c.md', 'd.md') },
      })),
    code: 'release_rejected',
    message: /signed by 0 of the keys/,
    hint: /tell the operator/,
  },
  {
    name: 'a content that does not match its hash',
    arrange: device => bendAnswer(device, answer => firstFile(answer, { text: 'XX' })),
    code: 'content_mismatch',
    message: /"a.md": its SHA-256 begins with .*, the release says/,
    hint: /tell the operator.*unchanged/,
  },
  {
    name: 'a content of another size',
    arrange: device => bendAnswer(device, answer => firstFile(answer, { text: 'longer' })),
    code: 'content_mismatch',
    message: /"a.md": it has 6 bytes, the release says 2/,
    hint: /tell the operator/,
  },
  {
    name: 'an entry with two contents',
    arrange: device => bendAnswer(device, answer => firstFile(answer, { text: 'A2', same: true })),
    code: 'remote_answer',
    message: /entry of "a.md".*2 sources, expected 1/,
    hint: /unchanged/,
  },
  {
    name: 'an entry with no content',
    arrange: device => bendAnswer(device, answer => firstFile(answer, {})),
    code: 'remote_answer',
    message: /0 sources, expected 1/,
    hint: /unchanged/,
  },
  {
    name: 'a path that a terminal would act on',
    arrange: device =>
      bendAnswer(device, answer => firstFile(answer, { path: `\u001b]0;x\u0007\u202e${'y'.repeat(9999)}` })),
    code: 'remote_answer',
    message: /entry of " \]0;x y{150,200}" of .*: it has 0 sources/,
    hint: /unchanged/,
  },
  {
    name: 'an entry for the wrong number of parts',
    arrange: device => bendAnswer(device, answer => firstFile(answer, { parts: 100_000 })),
    code: 'content_mismatch',
    message: /100000 parts, expected 1/,
    hint: /tell the operator/,
  },
  {
    name: 'a list that lacks a file',
    arrange: device => bendAnswer(device, answer => ({ ...answer, files: answer.files.slice(1) })),
    code: 'remote_answer',
    message: /lists 2 files, its release has 3/,
    hint: /unchanged/,
  },
  {
    name: 'a content that is never handed out',
    arrange: device => bendAnswer(device, answer => firstFile(answer, { same: true })),
    code: 'content_mismatch',
    message: /Cannot fetch "a.md": .* does not hand out its content/,
    hint: /publish and deploy again/,
  },
  {
    name: 'a page that lacks its contents',
    arrange: device => {
      device.host.inlineLimit = 0
      bendAnswer(device, answer => ('page' in answer ? { ...answer, files: [] } : answer))
    },
    code: 'content_mismatch',
    message: /does not hand out its content/,
    hint: /publish and deploy again/,
  },
  {
    name: 'another page than was asked for',
    arrange: device => {
      device.host.inlineLimit = 0
      bendAnswer(device, answer => ('page' in answer ? { ...answer, page: 77 } : answer))
    },
    code: 'remote_answer',
    message: /page \d.*it is page 77/,
    hint: /sync again/,
  },
  {
    name: 'a truncated page that calls itself whole',
    arrange: device => {
      device.host.inlineLimit = 0
      device.host.bend = (reply, { asked }) =>
        asked.query['page'] === undefined ? reply : { ...reply, body: reply.body.subarray(0, -5) }
    },
    code: 'remote_answer',
    message: /page \d.*not JSON, or is incomplete/,
    hint: /sync again/,
  },
  {
    name: 'an answer that is no JSON',
    arrange: device =>
      answerOnce(device, { status: 200, body: Buffer.from('<html>welcome to the hotel</html>') }),
    code: 'remote_answer',
    message: /not JSON, or is incomplete/,
    hint: /update kura on this device or tell the operator/,
  },
  {
    name: 'an answer of another wire version',
    arrange: device => bendAnswer(device, answer => ({ ...answer, v: 2 })),
    code: 'remote_answer',
    message: /"v" is not valid/,
    hint: /update kura/,
  },
  {
    name: 'an answer of nothing',
    arrange: device => answerOnce(device, jsonReply(null)),
    code: 'remote_answer',
    message: /Cannot read the answer of .*: it is not an object/,
    hint: /sync again/,
  },
  {
    name: 'bytes that are no UTF-8',
    arrange: device => answerOnce(device, { status: 200, body: Buffer.from([0xff, 0xfe, 0x7b]) }),
    code: 'remote_answer',
    message: /not JSON/,
    hint: /sync again/,
  },
  {
    name: 'a redirect',
    arrange: device =>
      answerOnce(device, {
        status: 307,
        body: Buffer.alloc(0),
        headers: { location: 'https://elsewhere.example/x' },
      }),
    code: 'remote_answer',
    message: /answers 307, a redirect to "elsewhere.example"/,
    hint: /final address/,
  },
  ...[203, 204, 206].map(status => ({
    name: `a ${status}`,
    arrange: (device: TestDevice) => answerOnce(device, { status, body: Buffer.alloc(0) }),
    code: 'remote_answer',
    message: new RegExp(`answers ${status}, expected 200 or 304`),
    hint: /something other than kura/,
  })),
  {
    name: 'a 404 of something that is not kura',
    arrange: device => answerOnce(device, { status: 404, body: Buffer.from('nope') }),
    code: 'remote_refused',
    message: /answers 404/,
    hint: /check "url" in credentials.json/,
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
    name: 'an endless body',
    arrange: device => {
      device.host.bend = (reply, { asked, response }) => {
        if (asked.body.status) return reply
        const pour = () => {
          while (response.write(Buffer.alloc(100_000, ' ')));
        }
        response.writeHead(200).on('drain', pour)
        pour()
        return undefined
      }
    },
    code: 'remote_answer',
    message: /larger than 3500000 bytes/,
    hint: /tell the operator/,
  },
  {
    name: 'a host without a release',
    arrange: device => {
      device.host.release = undefined
    },
    code: 'release_missing',
    message: /503 release_missing/,
    hint: /kura publish/,
  },
]

test.each(ATTACKS.map(attack => ({ ...attack, wire: 1 as const })))(
  '$name changes nothing and says what to do, in version $wire',
  expectWithstood,
)
