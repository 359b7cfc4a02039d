import { describe, expect, test } from 'vitest'
import { cookieOf, readCookie } from '../../../../../lib/services/accounting/tokens/browser/cookie.ts'

const VISIT = { id: 'i'.repeat(43), secret: 's'.repeat(43) }
const VALUE = `${VISIT.id}.${VISIT.secret}`
const DEPLOYMENT = new URL('https://kura.example')
const NAME = '__Host-kura-authorize'
const FLAGS = 'Path=/; Max-Age=3600; HttpOnly; SameSite=Lax'

test.each([
  { url: 'https://kura.example', want: `${NAME}=${VALUE}; ${FLAGS}; Secure` },
  { url: 'https://localhost:3000', want: `${NAME}=${VALUE}; ${FLAGS}; Secure` },
  { url: 'http://kura.example', want: `${NAME}=${VALUE}; ${FLAGS}; Secure` },
  { url: 'http://localhost:3000', want: `kura-authorize=${VALUE}; ${FLAGS}` },
  { url: 'http://127.0.0.1:3000', want: `kura-authorize=${VALUE}; ${FLAGS}` },
])('cookieOf() for $url: secure, except over http on this machine', ({ url, want }) => {
  expect(cookieOf(VISIT, new URL(url))).toBe(want)
})

describe('readCookie()', () => {
  const read = (header: string | undefined) =>
    readCookie(
      new Request(DEPLOYMENT, { headers: header === undefined ? {} : { cookie: header } }),
      DEPLOYMENT,
    )

  test.each([
    ['alone', `${NAME}=${VALUE}`],
    ['between others', `a=b; ${NAME}=${VALUE}; c=d`],
    ['after a separator without a space', `a=b;${NAME}=${VALUE}`],
    ['after a separator with two spaces', `a=b;  ${NAME}=${VALUE}`],
    ['after one of another shape', `${NAME}=x; ${NAME}=${VALUE}`],
  ])('finds the cookie %s', (_name, header) => {
    expect(read(header)).toEqual(VISIT)
  })

  test.each([
    ['without cookies', undefined],
    ['in a cookie of a longer name', `x${NAME}=${VALUE}`],
    ['in a cookie of another name', `${'x'.repeat(NAME.length)}=${VALUE}`],
    ['in the name of a cookie over http', `kura-authorize=${VALUE}`],
    ['in a value that begins with more', `${NAME}=x${VALUE}`],
    ['in a value that ends with more', `${NAME}=${VALUE}x`],
    ['in a value without a secret', `${NAME}=${VISIT.id}`],
  ])('finds nothing %s', (_name, header) => {
    expect(read(header)).toBeUndefined()
  })
})
