import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../../lib/app/functions/chat.ts'
import { registerChat } from '../../../../lib/cli/commands/chat/index.ts'
import { findingOf } from '../../../../lib/cli/commands/probe/probe.ts'
import { registerSettle } from '../../../../lib/cli/commands/settle/settle.ts'
import { registerToday } from '../../../../lib/cli/commands/today/today.ts'
import type { RegisterCommand } from '../../../../lib/cli/context.ts'
import { registerNotices } from '../../../../lib/cli/operator/notices.ts'
import { type Finding, storeFinding } from '../../../../lib/exposure/stored-finding.ts'
import { fillDemo } from '../../../../sandbox/chat/demo.ts'
import { failedAfterCommit, failedBeforeCommit } from '../../../../sandbox/chat/errors.ts'
import { POST_MESSAGE } from '../../../../sandbox/chat/sandbox.ts'
import { answered } from '../../../../sandbox/faults.ts'
import { keyText, serveFunction } from '../../../helpers/functions.ts'
import { SICK } from '../../../helpers/remotes/chat.ts'
import { startChatSandbox } from '../../../helpers/remotes/chat-sandbox.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const REGISTER: Readonly<Record<string, RegisterCommand>> = {
  chat: registerChat,
  today: registerToday,
  settle: registerSettle,
}

/** Serves the functions for a small company, and returns an operator's key for them. */
async function company(env: Record<string, string> = {}) {
  const remote = await startChatSandbox()
  const demo = fillDemo(remote.sandbox)
  const folder = await temporaryDirectory()
  const settings = {
    ...demo.settings,
    CHAT_BASE_URL: remote.url,
    KURA_RELEASE_DIR: folder,
    KURA_LANGUAGE: 'en',
    ...env,
  }
  const routes = (core: Parameters<typeof routesOfChat>[0]) => [...routesOfChat(core), ...routesOfAdmin(core)]
  const { url, store } = await serveFunction(routes, { env: settings })
  const report = (finding: Finding) => storeFinding(finding, store)
  const keyid = 'hana:chat.send+admin+approve:1'
  const key = join(folder, 'operator.json')
  await writeFile(key, keyText(url, keyid))
  const run = (words: string[], answers?: readonly string[]) => {
    const register = REGISTER[words[0] ?? ''] ?? registerNotices
    const terminal = { now: Date.now(), env: { KURA_LANGUAGE: settings.KURA_LANGUAGE } }
    return runCommand(register, [...words, '--key', key], { ...terminal, ...(answers && { answers }) })
  }
  return { run, demo, remote, report }
}

test('a group leads to direct messages, first as a dry run', async () => {
  const { run, demo, remote } = await company()
  const words = [
    'chat',
    'deliver',
    'friday',
    '--text',
    'Coming?',
    '--channel',
    demo.group,
    '--to',
    'hana',
    'closed',
  ]
  const plan = await run(words)
  expect(plan.out).toMatch(/no bot can join.*\ndry run: 7 characters by direct messages to each of them\n/)
  expect([...remote.sandbox.state.messages]).toEqual([])
  const sent = await run([...words, '--write'])
  expect(sent.out).toMatch(/1 reached, 1 not\n- hana: reached, no answer yet\n- closed: refused, .*50007/)
  expect(sent.status).toBe(0)
  expect((await run(['chat', 'summary', 'friday'])).out).toMatch(/- hana: reached, no answer yet/)
})

test('a dry run says how to send to the people that it shows, whoever has their names by then', async () => {
  const { run, remote } = await company()
  const words = ['chat', 'deliver', 'friday', '--text', 'Coming?', '--to']
  const shown = await run([...words, 'hana', 'ken'])
  const ids = /to send to these people: --to (\d+) (\d+)\n$/.exec(shown.out)?.slice(1) ?? []
  const sent = await run([...words, ...ids, '--write'])
  expect(sent.out).toContain('2 reached')
  expect([...remote.sandbox.state.messages]).toHaveLength(2)
  expect((await run([...words.with(2, 'monday'), ...ids])).out).toMatch(/add --write to send\n$/)
})

test('a check and a delivery are shown in Japanese', async () => {
  const { run, demo } = await company({ KURA_LANGUAGE: 'ja' })
  const channel = demo.settings.CHAT_NOTICES_CHANNEL_ID
  expect((await run(['chat', 'check', channel])).out).toMatch(
    /^ボット +チャンネル\n.*\nkura +閲覧できます（種類0）\n\nチャンネルを使えます\n$/,
  )
  const words = ['chat', 'deliver', 'x', '--text', 'x', '--channel', demo.group, '--to', 'hana', 'closed']
  expect((await run(words)).out).toMatch(
    /^チャンネルは使いません：.*\n予定の表示です。送信していません：1文字、ダイレクトメッセージ、宛先 次の人\n/,
  )
  expect((await run([...words, '--write'])).out).toMatch(
    /\n- hana：送信済み、返信なし\n- closed：送信不可、ボットからの/,
  )
})

test('an unknown name is reported by name', async () => {
  const { run } = await company()
  const asked = run(['chat', 'deliver', 'x', '--text', 'x', '--to', 'nobody'])
  await expect(asked).rejects.toMatchObject({ code: 'bad_request', hint: expect.stringContaining('nobody') })
})

test('a delivery needs one text', async () => {
  const { run } = await company()
  await expect(run(['chat', 'deliver', 'x', '--to', 'hana'])).rejects.toMatchObject({ code: 'usage' })
})

test('a text that cannot be read is reported with its file', async () => {
  const { run } = await company()
  const asked = run(['chat', 'deliver', 'x', '--file', 'missing.txt', '--to', 'hana'])
  await expect(asked).rejects.toMatchObject({
    code: 'usage',
    message: 'Cannot read the message "missing.txt": there is no such file or folder',
  })
})

test('a dry run of a delivery that has begun says so, and shows its first decision', async () => {
  const { run, demo } = await company()
  const words = ['chat', 'deliver', 'x', '--text', 'x', '--channel', demo.group, '--to', 'hana']
  await run([...words, '--write'])
  expect((await run(words)).out).toMatch(
    /each of them\nhana .*\nBegun on .*: only what is not sent yet is sent\nadd --write /,
  )
})

test('the status is 1 if nobody was reached', async () => {
  const { run } = await company()
  const sent = await run(['chat', 'deliver', 'x', '--text', 'x', '--to', 'closed', '--write'])
  expect([sent.status, sent.out]).toEqual([1, expect.stringContaining('0 reached, 1 not')])
})

test('a delivery is continued by its name alone, as a dry run first', async () => {
  const { run, remote } = await company()
  remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit())
  const deliver = (...words: string[]) => run(['chat', 'deliver', 'friday', ...words])
  expect((await deliver('--text', 'Coming?', '--to', 'hana', '--write')).status).toBe(1)
  expect((await deliver()).out).toContain('dry run: 7 characters by direct messages')
  expect((await deliver('--write')).out).toContain('by direct messages: ')
  await expect(deliver('--to', 'hana')).rejects.toMatchObject({ code: 'usage' })
  await expect(deliver('--private')).rejects.toMatchObject({ code: 'usage' })
  await expect(deliver('--channel', '1')).rejects.toMatchObject({ code: 'usage' })
  const unknown = run(['chat', 'deliver', 'monday', '--write'])
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

test('a status that was not posted is not called posted', async () => {
  const { run, remote } = await company()
  remote.sandbox.faults.arm(
    POST_MESSAGE,
    answered(() => Response.json({ code: 50013, message: 'no' }, { status: 403 })),
  )
  const { out, status } = await run(['today', '--status', '--write'])
  expect([status, out]).toEqual([1, expect.stringMatching(/\nnot posted \(refused\): .*50013/)])
})

test("check shows what each bot saw, and that a person's token is not used", async () => {
  const { run, demo } = await company({ DISCORD_USER_TOKEN: 'x' })
  const { out, err } = await run(['chat', 'check', demo.settings.CHAT_NOTICES_CHANNEL_ID])
  expect(out).toMatch(/kura +sees it, type 0\n\nuse the channel\n/)
  expect(err).toContain('DISCORD_USER_TOKEN is set and not used')
})

test('check without a bot that can be used ends with 1 and says which token is wrong', async () => {
  const { run } = await company({ CHAT_BOT_TOKENS: SICK })
  const { out, status } = await run(['chat', 'check', '1'])
  expect(status).toBe(1)
  expect(out).toMatch(/Token 1\b/)
})

test("every command that talks to the platform names a person's token that is set", async () => {
  const { run, demo } = await company({ DISCORD_TOKEN: 'x' })
  const channel = demo.settings.CHAT_NOTICES_CHANNEL_ID
  for (const command of [
    ['chat', 'check', channel],
    ['chat', 'deliver', 'd', '--text', 'x', '--channel', channel],
    ['settle', '--list', '--kind', 'message'],
    ['today', '--status'],
    ['today', '--status', '--write'],
    ['notices', '--send'],
  ])
    expect((await run(command)).err, command.join(' ')).toContain('DISCORD_TOKEN is set and not used')
})

test('status and notices show their state', async () => {
  const { run } = await company()
  expect((await run(['today', '--status', '--write'])).out).toMatch(
    /^Devices\nno device has reported\nOn the console: http:\S+\/console\n\nposted\n$/,
  )
  expect((await run(['notices'])).out).toMatch(/^nothing needs a person: /)
  expect((await run(['notices', '--send'])).out).toBe('0 open, 0 sent by chat in 0 messages\n')
})

test('a notice that a person has dealt with is closed by name, and not sent again', async () => {
  const { run, remote, demo, report } = await company()
  await report({ url: 'https://kura.example', at: '2026-06-15T00:00:00Z', conclusion: 'open', open: ['/a'] })
  expect((await run(['notices'])).out).toMatch(
    /^A host is open to strangers: https:.*\n {2}exposure\/kura\.example, since .*, not notified yet\n(?:.*\n)* {2}kura probe https:\/\/kura\.example --report\n$/,
  )
  const done = ['notices', '--done', 'exposure/kura.example', '--by', 'Mei']
  expect((await run(done, ['no'])).out).toMatch(/\nnothing was recorded\n$/)
  await expect(run(done)).rejects.toThrow('there is no terminal')
  const shown = await run(done, ['yes'])
  expect(shown.asked).toEqual(['have you dealt with this? (yes/no) '])
  expect(shown.out).toMatch(
    /what +A host is open to strangers: .*\n(?:.*\n)*noted: A host is open to strangers/,
  )
  expect((await run(['notices'])).out).toContain('done, says Mei (key hana)\n')
  expect((await run(['notices', '--send'])).out).toBe('1 open, 0 sent by chat in 0 messages\n')
  expect((await run(['today', '--status'])).out).not.toContain('kura.example')
  expect(remote.texts(demo.settings.CHAT_NOTICES_CHANNEL_ID)).toEqual([])
  const unknown = run(['notices', '--done', 'exposure/elsewhere', '--by', 'Mei'])
  await expect(unknown).rejects.toMatchObject({ code: 'usage' })
})

test('what a person was shown of a matter at an earlier step says nothing of a later one', async () => {
  const { run, report } = await company()
  const found = { url: 'https://kura.example', conclusion: 'open' as const }
  await report({ ...found, at: '2026-06-15T00:00:00Z', open: ['/a'] })
  const stepNow = async () => {
    const { notices } = JSON.parse((await run(['notices', '--json'])).out) as { notices: { step: string }[] }
    return notices[0]?.step ?? ''
  }
  const step = await stepNow()
  await report({ ...found, at: '2026-06-16T00:00:00Z', open: ['/a', '/b'] })
  const done = ['notices', '--done', 'exposure/kura.example', '--by', 'Mei', '--step']
  await expect(run([...done, step])).rejects.toMatchObject({ code: 'conflict' })
  expect((await run(['notices'])).out).not.toContain('done, says')
  expect((await run([...done, await stepNow()])).out).toContain('\nnoted: ')
})

test('findingOf() keeps which paths are open, twenty at most', () => {
  const findings = Array.from({ length: 30 }, (_, index) => ({
    path: `/${index}`,
    verdict: index === 0 ? 'unknown' : 'open',
  }))
  const report = { url: 'https://kura.example', at: '2026-06-15T00:00:00Z', conclusion: 'open', findings }
  const { open } = findingOf(report as never)
  expect([open.length, open[0]]).toEqual([20, '/1'])
})

/** Creates a message of unknown outcome. */
async function unknownMessage() {
  const { run, demo, remote } = await company()
  const channel = demo.settings.CHAT_NOTICES_CHANNEL_ID
  remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
  const sent = await run(['chat', 'deliver', 'x', '--text', 'x', '--channel', channel, '--write'])
  return { run, remote, channel, sent, caseName: `delivery/x/${channel}` }
}

test('a message of unknown outcome is listed, and a person settles it by name', async () => {
  const { run, remote, channel, sent, caseName } = await unknownMessage()
  expect(sent.out).toContain(
    'If a message stays unknown, look for it on the platform and settle it, in the folder of kura: kura settle --kind message',
  )
  expect(sent.status).toBe(1)
  expect((await run(['settle', '--list', '--kind', 'message'])).out).toContain(caseName)
  await expect(run(['settle', caseName, '--by', 'Mei'])).rejects.toMatchObject({ code: 'usage' })
  const message = remote.sandbox.state.messages.get(channel)?.at(-1)?.id ?? ''
  const resolve = ['settle', caseName, '--message', message]
  const refused = await run(resolve, ['no'])
  expect(refused.asked).toEqual([`is ${message} its identifier? (yes/no) `])
  expect(refused.out).toMatch(/\nnothing was changed\n$/)
  const resolved = await run(resolve, ['yes', 'Mei'])
  expect(resolved.out).toMatch(
    /^the message "delivery\/x\/\d+" is unknown:\nsince .*\n(?:.*\n)*operation {2}\S+\nit was sent\n$/,
  )
  expect((await run(['settle', '--list', '--kind', 'message'])).out).toMatch(/^nothing is open: /)
})

test('what was shown earlier of a message is settled without being asked', async () => {
  const { run, caseName } = await unknownMessage()
  const [shown] = JSON.parse((await run(['settle', '--list', '--kind', 'message', '--json'])).out).items
  const resolve = (...words: string[]) =>
    run(['settle', caseName, '--not-sent', '--by', 'Mei', '--operation', ...words])
  await expect(resolve(shown.operation)).rejects.toMatchObject({
    code: 'usage',
    hint: 'say when it was shown: --seen-at TIME',
  })
  await expect(resolve('other', '--seen-at', shown.seenAt)).rejects.toThrow(/another operation/)
  await expect(resolve(shown.operation, '--seen-at', shown.seenAt)).rejects.toThrow(/may still arrive/)
  const asked = run(['settle', caseName, '--not-sent', '--by', 'Mei'], ['yes'])
  await expect(asked).rejects.toThrow(/may still arrive/)
  const unknown = run(['settle', 'delivery/y', '--not-sent', '--by', 'Mei'])
  await expect(unknown).rejects.toMatchObject({
    code: 'not_found',
    hint: expect.stringContaining('kura settle --list'),
  })
})
