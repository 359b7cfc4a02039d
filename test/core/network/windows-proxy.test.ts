import { expect, test } from 'vitest'
import { windowsProxy } from '../../../lib/core/network/windows-proxy.ts'

/** Returns the output of `reg.exe query`. */
const settings = (values: Readonly<Record<string, string>>) =>
  [
    '',
    'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings',
    '    CertificateRevocation    REG_DWORD    0x1',
    '    User Agent    REG_SZ    Mozilla/4.0 (compatible; MSIE 8.0; Win32)',
    ...Object.entries(values).map(([name, value]) => `    ${name}    REG_SZ    ${value}`),
    '',
    'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings\\Cache',
    '',
  ].join('\r\n')

const ON = { ProxyEnable: '0x1' }

test.each([
  { values: {}, want: undefined },
  { values: { ProxyEnable: '0x0', ProxyServer: 'proxy:8080' }, want: undefined },
  { values: { ...ON }, want: undefined },
  { values: { ...ON, ProxyServer: 'proxy:8080' }, want: 'http://proxy:8080/' },
  { values: { ...ON, ProxyServer: 'http://proxy:8080' }, want: 'http://proxy:8080/' },
  { values: { ...ON, ProxyServer: 'http=a:1;https=b:2;ftp=c:3' }, want: 'http://b:2/' },
  { values: { ...ON, ProxyServer: 'http=a:1;socks=d:4' }, want: undefined },
  {
    values: { ...ON, ProxyServer: 'proxy:8080', ProxyOverride: '*.local;<local>' },
    want: 'http://proxy:8080/',
  },
  { values: { ...ON, ProxyServer: 'proxy:8080', ProxyOverride: '*.example.com;<local>' }, want: undefined },
])('the settings $values name the proxy $want', ({ values, want }) => {
  expect(windowsProxy(new URL('https://kura.example.com/'), settings(values))).toBe(want)
})
