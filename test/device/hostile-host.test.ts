/** What a host, or somebody on the way, may try; the files of the release before stay whole in every case. */
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DECODED_LIMIT } from '../../lib/release/limits.ts'
import type { Answer, UpdateHead } from '../../lib/release/schema.ts'
import { cutUpdate, encodeUpdate, splitUpdate, type UpdateBody } from '../../lib/release/update/body.ts'
import { createDevice, STILL, type TestDevice } from '../helpers/device/device.ts'
import { createPublisher, HOST_NOW, type HostReply, jsonReply, newKey } from '../helpers/device/host.ts'
import { UNREACHABLE } from '../helpers/http/unreachable.ts'

const BEFORE = { 'a.md': 'A', 'docs/b.md': 'B' }
const AFTER = { 'a.md': 'A2', 'docs/b.md': 'B', 'c.md': 'C' }
const INDEX = '## Shared\n\n- [a.md](a.md)\n- [docs/b.md](docs/b.md)\n'

/** A device that has release 1, and a host that hands out release 2. */
async function updating(wire: 1 | 2 = 2): Promise<TestDevice> {
  const device = await createDevice(BEFORE)
  device.host.wire = wire
  await device.sync()
  device.publish(2, AFTER)
  return device
}

async function expectBefore(device: TestDevice): Promise<void> {
  expect(await device.files()).toEqual({ ...BEFORE, 'MEMORY.md': INDEX })
}

async function expectAfter(device: TestDevice): Promise<void> {
  expect(await device.files()).toMatchObject(AFTER)
}

/** Changes the answers as a forger would, reports left alone. */
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

interface Attack {
  readonly name: string
  readonly arrange: (device: TestDevice) => void
  readonly code: string
  readonly message: RegExp
  readonly hint: RegExp
}

const ATTACKS: Attack[] = [
  {
    name: 'a release past its time',
    arrange: device => device.publish(2, AFTER, { expires: HOST_NOW - 1 }),
    code: 'release_expired',
    message: /release 2 expired on 2025-12-31/,
    hint: /ask the publisher for a new release/,
  },
  {
    name: 'a release signed by an unknown key',
    arrange: device => device.publish(2, AFTER, { keys: [newKey()] }),
    code: 'release_rejected',
    message: /signed by 0 of the keys of root 1/,
    hint: /tell the operator.*unchanged/,
  },
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
    name: 'another release of the same version',
    arrange: device => device.publish(1, AFTER),
    code: 'release_rejected',
    message: /two releases of version 1/,
    hint: /publish the next version/,
  },
  {
    name: 'a root that does not follow',
    arrange: device => {
      device.host.roots = [createPublisher().rotate()]
    },
    code: 'root_invalid',
    message: /root 2 is not signed by 1 of the keys of root 1/,
    hint: /enrol the device again/,
  },
  {
    name: 'a path that leads out of the directory',
    arrange: device => device.publish(2, { '../../outside.md': 'X' }),
    code: 'release_rejected',
    message: /"\.\.\/\.\.\/outside\.md": it has the segment "\.\."/,
    hint: /ask the publisher/,
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

/** Changes the answers of version 2 as a forger would. */
function bendUpdate(device: TestDevice, bend: (body: UpdateBody) => UpdateBody): void {
  device.host.bend = (reply, { asked }) => {
    const split = splitUpdate(reply.body)
    if (asked.query['v'] !== '2' || reply.status !== 200 || !split) return reply
    const body = cutUpdate(JSON.parse(String(split.line)), split.rest)
    return { ...reply, body: Buffer.from(encodeUpdate(bend(body))) }
  }
}

function bendHead(device: TestDevice, bend: (head: UpdateHead) => object): void {
  bendUpdate(device, body => ({ ...body, head: { ...body.head, ...bend(body.head) } }))
}

/** What a host may try in version 2 beside what is true of both. */
const UPDATE_ATTACKS: Attack[] = [
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
    arrange: device =>
      answerOnce(device, {
        status: 200,
        body: brotliCompressSync(Buffer.alloc(DECODED_LIMIT + 1)),
        headers: { 'content-encoding': 'br' },
      }),
    code: 'remote_answer',
    message: /larger than 48000000 bytes/,
    hint: /something other than kura/,
  },
]

/** Attacks on the documents, which both versions carry. */
const ON_DOCUMENTS = [
  'a release past its time',
  'a release signed by an unknown key',
  'another release of the same version',
  'a root that does not follow',
  'a path that leads out of the directory',
]

function answerOnce(device: TestDevice, answer: HostReply): void {
  device.host.bend = (reply, { asked }) => (asked.body.status ? reply : answer)
}

test.each([
  ...ATTACKS.map(attack => ({ ...attack, wire: 1 as const })),
  ...ATTACKS.filter(({ name }) => ON_DOCUMENTS.includes(name)).map(attack => ({
    ...attack,
    wire: 2 as const,
  })),
  ...UPDATE_ATTACKS.map(attack => ({ ...attack, wire: 2 as const })),
])(
  '$name changes nothing and says what to do, in version $wire',
  async ({ wire, arrange, code, message, hint }) => {
    const device = await updating(wire)
    arrange(device)
    const error = await device.failure()
    expect(error).toMatchObject({ code })
    expect(error.message).toMatch(message)
    expect(error.hint).toMatch(hint)
    await expectBefore(device)
    device.host.bend = reply => reply
    device.host.roots = []
    device.publish(2, AFTER)
    await device.sync()
    await expectAfter(device)
  },
)

test('a host with an earlier program refuses version 2, and is asked in version 1 for the rest of the run', async () => {
  const device = await updating(1)
  const asked = device.host.asked.length
  expect(await device.sync()).toMatchObject({ release: 2, requests: 3, warnings: [] })
  expect(device.host.asked.slice(asked).map(({ query }) => query['v'])).toEqual(['2', '1', '1'])
  await expectAfter(device)
  expect(await device.sync()).toMatchObject({ requests: 2, changed: 0 })
})

describe('a host that replays an older release', () => {
  test('is reported as behind; nothing goes back', async () => {
    const device = await createDevice(BEFORE)
    const replayed = device.host.release
    device.publish(2, AFTER)
    await device.sync()
    device.host.release = replayed
    expect((await device.sync()).warnings).toEqual([expect.stringContaining('host is behind')])
    await expectAfter(device)
  })
})

describe('a 304 that nothing justifies', () => {
  test.each([
    { name: 'to a fresh device', prepare: async () => createDevice(BEFORE) },
    {
      name: 'to a device that asked for contents',
      prepare: async () => {
        const device = await updating()
        await device.write('a.md', 'mine')
        return device
      },
    },
  ])('is refused $name', async ({ prepare }) => {
    const device = await prepare()
    answerOnce(device, { status: 304, body: Buffer.alloc(0) })
    expect(await device.failure()).toMatchObject({
      code: 'remote_answer',
      message: expect.stringContaining('304'),
      hint: expect.stringContaining('caches and proxies'),
    })
  })
})

describe('a connection that is cut', () => {
  /** The raw bytes of an answer, of which only the first `length` are sent. */
  function cutAfter(device: TestDevice, length: number): { total: () => number } {
    let total = 0
    device.host.bend = ({ body }, { response }) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
      const raw = Buffer.concat([Buffer.from(head), body])
      total = raw.length
      const { socket } = response
      if (length === 0) socket?.destroy()
      else socket?.write(raw.subarray(0, length), () => socket.destroy())
      return undefined
    }
    return { total: () => total }
  }

  test('after any of 25 bytes, sampled from head to end, changes nothing, and the next run ends right', async () => {
    const device = await updating()
    const probe = cutAfter(device, 1)
    await device.failure()
    const length = probe.total()
    const offsets = Array.from({ length: 24 }, (_, index) => Math.floor((index * length) / 24))
    for (const offset of [...offsets, length - 1]) {
      cutAfter(device, offset)
      const error = await device.failure()
      expect(error).toMatchObject({ code: 'remote_silent', hint: expect.stringContaining('sync again') })
      await expectBefore(device)
    }
    device.host.bend = reply => reply
    await device.sync()
    await expectAfter(device)
  })

  test('in a later page keeps the pages before it', async () => {
    const device = await updating()
    device.host.inlineLimit = 0
    device.host.bend = (reply, { asked, response }) => {
      if (asked.query['page'] !== '2') return reply
      response.socket?.destroy()
      return undefined
    }
    await device.failure()
    await expectBefore(device)
    device.host.bend = reply => reply
    const asked = device.host.asked.length
    await device.sync()
    const pages = device.host.asked.slice(asked).flatMap(({ query }) => query['page'] ?? [])
    expect(pages).toEqual(['2'])
    await expectAfter(device)
  })

  test('once is passed over: the request is sent again', async () => {
    const device = await updating()
    let cuts = 0
    device.host.bend = (reply, { response }) => {
      if (cuts++ > 0) return reply
      response.socket?.destroy()
      return undefined
    }
    expect(await device.sync()).toMatchObject({ release: 2, requests: 3 })
    await expectAfter(device)
  })
})

test('a host that falls silent is given up, and the message says how long it was waited for', async () => {
  const device = await updating()
  device.host.bend = ({ body }, { response }) => {
    response.writeHead(200, { 'content-length': body.length }).write(body.subarray(0, 100))
    return undefined
  }
  const error = await device.failure({ patience: 50 })
  expect(error).toMatchObject({
    code: 'remote_silent',
    message: expect.stringContaining('no byte arrived for 0.05 s'),
  })
  await expectBefore(device)
})

test('a host that cannot be reached is named', async () => {
  const device = await updating()
  const credentials = JSON.parse(await device.read('credentials.json'))
  await device.write('credentials.json', JSON.stringify({ ...credentials, url: UNREACHABLE }))
  expect(await device.failure()).toMatchObject({
    code: 'remote_unreachable',
    message: expect.stringContaining(`Cannot reach "${new URL(UNREACHABLE).host}"`),
    hint: expect.stringContaining('check the network'),
  })
  await expectBefore(device)
})

test('Ctrl-C while fetching ends it, keeps what was staged, and changes nothing', async () => {
  const device = await updating()
  device.host.inlineLimit = 0
  const stop = new AbortController()
  device.host.bend = (reply, { asked }) => {
    if (asked.query['page'] === '2') stop.abort(new Error('stopped by a person'))
    return reply
  }
  await expect(device.sync({ ...STILL, signal: stop.signal })).rejects.toThrow('stopped by a person')
  await expectBefore(device)
  device.host.bend = reply => reply
  await device.sync()
  await expectAfter(device)
})
