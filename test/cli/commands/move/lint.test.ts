import { beforeEach, describe, expect, test } from 'vitest'
import { type MoveFolder, moveFolder } from './folder.ts'

let kura: MoveFolder['kura']
let save: MoveFolder['save']
beforeEach(async () => {
  ;({ kura, save } = await moveFolder())
})

describe('kura move lint', () => {
  test('names the rule of each address and ends with 1 if something is wrong', async () => {
    await save(
      'vercel.json',
      JSON.stringify({
        redirects: [
          {
            source: '/:path*',
            destination: 'https://new.example/:path*',
            has: [{ type: 'host', value: 'old.example' }],
            permanent: true,
          },
        ],
      }),
    )
    await save('urls.txt', '/\n/a\n')
    const { status, out } = await kura(['lint', 'vercel.json', '--paths', 'urls.txt'])
    expect(status).toBe(1)
    expect(out).toMatch(/^https:\/\/old\.example\/ +none$/m)
    expect(out).toMatch(/^https:\/\/old\.example\/a +redirects\[0\] +308 +https:\/\/new\.example\/a$/m)
    expect(out).toMatch(/^error: redirects\[0\] does not match "\/"/m)
  })

  const refused = [
    {
      name: 'a file that is not there',
      words: ['lint', 'none.json'],
      says: 'Cannot read the rules "none.json": there is no such file or folder',
    },
    {
      name: 'a list that is not there',
      words: ['lint', 'good.json', '--paths', 'none.txt'],
      says: 'Cannot read "none.txt": there is no such file or folder',
    },
    {
      name: 'a file that is no JSON',
      words: ['lint', 'broken.json'],
      says: 'Cannot read "broken.json": it is not JSON',
    },
    { name: 'rules of another shape', words: ['lint', 'odd.json'], says: 'Cannot read "odd.json": ' },
    {
      name: 'a list that is none',
      words: ['lint', 'good.json', '--paths', 'page.html'],
      says: 'Cannot use "page.html": it ',
    },
  ]
  test.each(refused)('refuses $name', async ({ words, says }) => {
    await save('broken.json', '{')
    await save('odd.json', '{"redirects":[{"source":1}]}')
    await save('good.json', '{}')
    await save('page.html', '<html></html>')
    await expect(kura(words)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(says) })
  })
})
