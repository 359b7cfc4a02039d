import { beforeEach, describe, expect, test } from 'vitest'
import { type MoveFolder, moveFolder } from './folder.ts'

let kura: MoveFolder['kura']
let save: MoveFolder['save']
beforeEach(async () => {
  ;({ kura, save } = await moveFolder())
})

describe('kura move rules', () => {
  test('prints rules for the configuration in which lint finds nothing wrong', async () => {
    const rules = await kura(['rules', 'old.example', 'new.example'])
    expect(rules.status).toBe(0)
    await save('vercel.json', rules.out)
    await save('urls.txt', '/\n/a/\nhttps://old.example/b?q=1\n')
    const lint = await kura(['lint', 'vercel.json', '--from', 'old.example', '--paths', 'urls.txt', '--json'])
    expect(lint.status).toBe(0)
    expect(JSON.parse(lint.out)).toMatchObject({
      findings: [],
      hosts: ['old.example', 'www.old.example'],
    })
  })

  test('answers the old homepage with 301 if --homepage-301 says so', async () => {
    const { out } = await kura(['rules', 'old.example', 'new.example', '--homepage-301'])
    const { redirects } = JSON.parse(out)
    const with301 = redirects.filter(({ statusCode }: { statusCode?: number }) => statusCode === 301)
    expect(with301.map(({ source }: { source: string }) => source)).toEqual(['/', '/'])
  })

  test('refuses names that are none', async () => {
    const refused = expect.objectContaining({
      code: 'usage',
      message: expect.stringContaining('Cannot read "old"'),
    })
    await expect(kura(['rules', 'old', 'new.example'])).rejects.toEqual(refused)
  })
})
