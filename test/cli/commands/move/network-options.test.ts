import { describe, expect, test } from 'vitest'
import { connectTo } from '../../../../lib/cli/commands/move/network-options.ts'

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

  test.each(['', 'new.example', 'new.example:443', 'new.example:443:127.0.0.1', 'new.example:x:127.0.0.1:1'])(
    'refuses "%s"',
    rule => {
      expect(() => connectTo([rule])).toThrow('Cannot use --connect-to')
    },
  )
})
