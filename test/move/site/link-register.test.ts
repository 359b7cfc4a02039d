import { expect, test } from 'vitest'
import { createLinkRegister, type LinkSource } from '../../../lib/move/site/link-register.ts'

const open = (more: { most?: number; known?: string[] } = {}) =>
  createLinkRegister({
    hosts: new Set(['new.example', 'www.new.example']),
    isKnown: path => more.known?.includes(path) ?? false,
    most: more.most ?? 100,
  })
const source = (url: string, hrefs: string[], base?: string): LinkSource => ({
  url: `https://new.example${url}`,
  base,
  links: hrefs.map(href => [href, 'page']),
})

test('keeps own addresses once, with the documents that have them', () => {
  const register = open({ known: ['/known'] })
  register.add(source('/a/', ['b', '/b', 'https://www.new.example/b', '//new.example/a/b?q=1', '/known']))
  register.add(
    source('/c', ['/b', 'https://x.example/b', 'http://new.example:8080/b', 'ftp://new.example/b']),
  )
  register.add(source('/d', ['b'], '/'))
  expect(register.take()).toEqual([
    { path: '/a/b', kind: 'page', isRead: true, from: ['https://new.example/a/'], documents: 1 },
    {
      path: '/b',
      kind: 'page',
      isRead: true,
      from: ['https://new.example/a/', 'https://new.example/c', 'https://new.example/d'],
      documents: 3,
    },
    { path: '/a/b?q=1', kind: 'page', isRead: true, from: ['https://new.example/a/'], documents: 1 },
  ])
  expect(register.take()).toEqual([])
})

test('keeps spellings of one address once, as the first link writes it', () => {
  const register = open({ known: ['/~a'] })
  register.add(
    source('/', ['/%e4', '/%E4', 'https://new.example./%e4', 'https://NEW.example:443/%E4', '/%7Ea']),
  )
  expect(register.take().map(({ path, documents }) => [path, documents])).toEqual([['/%e4', 1]])
})

test('leaves out what the network in front of the site answers', () => {
  const register = open()
  register.add(
    source('/a/', ['/cdn-cgi/l/email-protection', '/%63dn-cgi/x', '../cdn-cgi/y', '/cdn-cgi', '/a/cdn-cgi/']),
  )
  expect(register.take().map(({ path }) => path)).toEqual(['/cdn-cgi', '/a/cdn-cgi/'])
})

test('hands out only what is new, and names three documents of many', () => {
  const register = open()
  register.add(source('/0', ['/a']))
  const [target] = register.take()
  for (let page = 1; page < 100; page++) register.add(source(`/${page}`, ['/a', '/b']))
  expect(register.take().map(({ path }) => path)).toEqual(['/b'])
  expect(target).toMatchObject({ documents: 100, from: { length: 3 } })
})

test('counts what is over the limit', () => {
  const register = open({ most: 2 })
  register.add(source('/', ['/a', '/b', '/c', '/d']))
  expect({ taken: register.take().length, size: register.size(), leftOut: register.leftOut() }).toEqual({
    taken: 2,
    size: 2,
    leftOut: 2,
  })
})

test('reads twenty pages with queries of each path, PDFs, and no other file', () => {
  const register = open()
  const hrefs = Array.from({ length: 25 }, (_, page) => `/list?page=${page}`)
  register.add(source('/', [...hrefs, '/other?a', '/a.zip', '/a.pdf?v=1']))
  register.add({
    url: 'https://new.example/',
    base: undefined,
    links: [
      ['/b.pdf', 'file'],
      ['/c.png', 'file'],
    ],
  })
  const read = register
    .take()
    .filter(({ isRead }) => isRead)
    .map(({ path }) => path)
  expect(read).toEqual([...hrefs.slice(0, 20), '/other?a', '/a.pdf?v=1', '/b.pdf'])
})
