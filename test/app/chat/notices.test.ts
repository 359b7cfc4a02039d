/** Notices that the functions send: in the channel, or in the log. */
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { storeFinding } from '../../../lib/exposure/stored-finding.ts'
import { chatClaims } from '../../../lib/services/chat/acts/claims.ts'
import { shown } from '../../helpers/remotes/chat-markup.ts'
import { ADMIN, CHAT, FINDING, serve } from './world.ts'

describe('notices', () => {
  const report = (finding: object) => ({ ...ADMIN, method: 'POST', body: JSON.stringify(finding) })

  test('an open path is sent to the channel once, and again when it is closed', async () => {
    const { call, remote, channel, store } = await serve(routesOfAdmin)
    const send = async () => (await call('/api/admin/notices', { ...ADMIN, method: 'POST' })).json()
    await storeFinding(FINDING, store)
    expect(await send()).toMatchObject({ open: 1, outlets: [{ outlet: 'chat', told: 1 }], failed: [] })
    expect(await send()).toMatchObject({ open: 1, outlets: [{ told: 0 }] })
    const listed = await (await call('/api/admin/notices', ADMIN)).json()
    expect(listed).toMatchObject({ notices: [{ owner: 'exposure', told: expect.any(String) }], failed: [] })
    await storeFinding({ ...FINDING, at: '2026-06-16T03:00:00Z', conclusion: 'closed', open: [] }, store)
    await send()
    expect(remote.texts(channel.id)).toEqual([
      expect.stringMatching(/^A host is open to strangers\n- https:\/\/kura\.example, \/lib\/\.env, probed/),
      'Over:\n- No longer open to strangers: https://kura.example',
    ])
  })

  test('words from outside are no markup in the channel, and show nothing of what they link to', async () => {
    const open = ['[log in](https://evil.example) @everyone']
    const { call, remote, channel } = await serve(core => [...routesOfAdmin(core), ...routesOfChat(core)])
    await call('/api/admin/exposure', report({ ...FINDING, open }))
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    await call('/api/chat/status?mode=write', { ...CHAT, method: 'POST' })
    const sent = remote.sandbox.state.messages.get(channel.id) ?? []
    const seen = sent.map(({ content, embedsSuppressed }) => ({ ...shown(content), embedsSuppressed }))
    const text = expect.stringContaining(open.join())
    expect(seen).toEqual([
      { text, markup: ['item', 'code', 'address'], embedsSuppressed: true },
      { text, markup: ['address'], embedsSuppressed: true },
    ])
  })

  test('a message that may be on the platform twice is listed until it is deleted there', async () => {
    const { call, store, channel } = await serve(routesOfAdmin)
    const { messages } = chatClaims({ store })
    const sent = (message: string) => ({ state: 'done', result: { channel: channel.id, message } }) as const
    await messages.request('x', { digest: '0', operation: 'op', by: 'hana', lease: 1_000, flags: [] })
    await messages.settle('x', { operation: 'op', outcome: sent('11'), by: 'hana' })
    await messages.settle('x', { operation: 'lost', outcome: sent('12'), by: 'hana' })
    expect(await (await call('/api/admin/notices', ADMIN)).json()).toMatchObject({
      notices: [{ owner: 'chat', key: 'chat/message-twice/x' }],
      failed: [],
    })
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect((await messages.read('x'))?.strays).toBeUndefined()
  })

  test("in the company's language", async () => {
    const env = { KURA_LANGUAGE: undefined }
    const { call, remote, channel, url } = await serve(routesOfAdmin, { env })
    await call('/api/admin/exposure', report(FINDING))
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(remote.texts(channel.id)).toEqual([
      [
        '外部から誰でも閲覧できる状態のホストが1件あります',
        '- https://kura.example 公開中：/lib/.env（2026年6月15日に検査）',
        '認証なしで、誰でもこれらのファイルを読み取れます。',
        '対応（コマンドはkuraのフォルダーで実行）：公開を止めてから、もう一度検査してください',
        '`kura probe https://kura.example --report`',
        `画面で見る：${url}/console/item?kind=notice&name=exposure%2Fkura.example`,
      ].join('\n'),
    ])
  })

  test("a person's token that is set is reported as unused", async () => {
    const { call } = await serve(routesOfAdmin, { env: { DISCORD_TOKEN: 'of-a-person-q7' } })
    const sent = await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(await sent.json()).toMatchObject({
      ignored: [expect.stringContaining('DISCORD_TOKEN is set and not used')],
    })
  })

  test('without a chat configuration the log is the outlet', async () => {
    const { call, lines, store } = await serve(routesOfAdmin, { env: { CHAT_BOT_TOKENS: undefined } })
    await storeFinding(FINDING, store)
    const sent = await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(await sent.json()).toMatchObject({ outlets: [{ outlet: 'log', told: 1 }] })
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'notice', keys: ['exposure/kura.example'] }),
    )
  })

  test('what could not be sent is in the log, with the reason', async () => {
    const { call, lines, remote, channel } = await serve(routesOfAdmin)
    remote.sandbox.state.channels.delete(channel.id)
    await call('/api/admin/exposure', report(FINDING))
    await call('/api/admin/notices', { ...ADMIN, method: 'POST' })
    expect(lines).toContainEqual({
      event: 'notice',
      outlet: 'chat',
      keys: ['exposure/kura.example'],
      unsent: expect.stringContaining('There is no channel with this identifier'),
    })
  })

  test('the daily run sends what is due', async () => {
    const { url, lines } = await serve(routesOfCron, { handlerDeps: handlerDepsOfCron })
    const response = await fetch(`${url}/api/cron/notices`, {
      headers: { authorization: 'Bearer what-the-host-sends-along' },
    })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { open: 0, outlets: [{ outlet: 'chat', told: 0 }], failed: [] },
    ])
    expect(lines.at(-1)).toMatchObject({ path: '/api/cron/notices', sent: 0, waiting: 0 })
  })
})
