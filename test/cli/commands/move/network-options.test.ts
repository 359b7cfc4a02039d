import { beforeEach, describe, expect, test } from 'vitest'
import { connectTo } from '../../../../lib/cli/commands/move/network-options.ts'
import { type MoveFolder, moveFolder } from './folder.ts'

describe('network-options', () => {
  describe('connectTo()', () => {
    const rows = [
      {
        name: 'the named host and port',
        rules: ['new.example:443:127.0.0.1:8443'],
        want: { addresses: ['127.0.0.1'], port: 8443 },
      },
      {
        name: 'any port of the host',
        rules: ['new.example::127.0.0.1:8443'],
        want: { addresses: ['127.0.0.1'], port: 8443 },
      },
      { name: 'any host', rules: ['::127.0.0.1:8443'], want: { addresses: ['127.0.0.1'], port: 8443 } },
      {
        name: 'the first rule that fits',
        rules: ['x.example:443:10.0.0.1:1', 'new.example:80:10.0.0.1:2', 'NEW.example:443:[::1]:3'],
        want: { addresses: ['::1'], port: 3 },
      },
    ]
    test.each(rows)('$name', async ({ rules, want }) => {
      expect(await connectTo(rules)('new.example', 443)).toEqual(want)
    })

    test('a name instead of an address is resolved', async () => {
      const { port, addresses } = await connectTo(['new.example:443:localhost:8443'])('new.example', 443)
      expect(port).toBe(8443)
      expect(addresses.length).toBeGreaterThan(0)
    })

    test.each([
      '',
      'new.example',
      'new.example:443',
      'new.example:443:127.0.0.1',
      'new.example:x:127.0.0.1:1',
    ])('refuses "%s"', rule => {
      expect(() => connectTo([rule])).toThrow('Cannot use --connect-to')
    })
  })
})

describe('rules', () => {
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
      const lint = await kura([
        'lint',
        'vercel.json',
        '--from',
        'old.example',
        '--paths',
        'urls.txt',
        '--json',
      ])
      expect(lint.status).toBe(0)
      expect(JSON.parse(lint.out)).toMatchObject({ findings: [], hosts: ['old.example', 'www.old.example'] })
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
})
