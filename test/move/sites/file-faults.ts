import { redirect } from './moved-site.ts'
import { edit, type FaultRow, inBody, on, replaceIn, type SiteCase } from './plant.ts'

const NEW = 'https://new.example'

export function httpsFaults({ page }: SiteCase): FaultRow[] {
  const at = `${NEW}${page}`
  return [
    {
      name: 'the old host redirects to the new one over http',
      fault: on('https://old.example', /./, path =>
        redirect(path === '/' ? 301 : 308, `http://new.example${path}`),
      ),
      says: new RegExp(
        `^failed 2 https://old\\.example${page} redirects to http://new\\.example${page} on its way, over http`,
      ),
    },
    {
      name: 'https, http, www, apex',
      fault: on('https://old.example', /./, path =>
        redirect(path === '/' ? 301 : 308, `http://www.new.example${path}`),
      ),
      says: /^failed 2 https:\/\/old\.example\S* redirects to http:\/\/www\.new\.example\S* on its way, over http/,
    },
    {
      name: 'the old www name leads back to http',
      fault: on('https://www.old.example', /./, path =>
        redirect(path === '/' ? 301 : 308, `http://old.example${path}`),
      ),
      says: /^failed 2 https:\/\/www\.old\.example\S* redirects to http:\/\/old\.example\S* on its way, over http/,
    },
    {
      name: 'the new site answers http',
      fault: on('http://new.example', /./, () => ({
        headers: { 'content-type': 'text/html' },
        body: 'Lamps',
      })),
      says: /^failed 1 http:\/\/new\.example\/ answers 200 over http, expected a permanent redirect/,
    },
    {
      name: 'the new site redirects http for now',
      fault: on('http://new.example', /./, path => redirect(302, `${NEW}${path}`)),
      says: /^failed 1 http:\/\/new\.example\/ redirects over http with 302/,
    },
    {
      name: 'a picture of the site over http',
      files: inBody(page, '<img src="http://new.example/assets/photo.png" alt="">'),
      says: new RegExp(`^failed 1 ${at} loads "http://new\\.example/assets/photo\\.png" over http`),
      alone: true,
    },
    {
      name: 'a picture of a style over http',
      files: edit(
        '/assets/site.css',
        text => `${text} a { background: url(http://new.example/assets/logo.svg) }`,
      ),
      says: /^failed 1 \S+\/assets\/site\.css loads "http:\/\/new\.example\/assets\/logo\.svg" over http/,
      alone: true,
    },
  ]
}

export function fileFaults({ page }: SiteCase): FaultRow[] {
  const at = `${NEW}${page}`
  const asPage = { type: 'text/html; charset=utf-8', body: '<title>Home</title>Home' }
  return [
    {
      name: 'a picture of a srcset that is not there',
      files: site => void site.delete('/assets/photo-2.png'),
      says: /^failed 1 \S+\/assets\/photo-2\.png answers 404.*linked from .* and \d+ more pages$/,
      alone: true,
    },
    {
      name: 'a picture that answers with a page',
      files: site => void site.set('/assets/photo.png', asPage),
      says: /^failed 1 \S+\/assets\/photo\.png answers 200 with a page \(text\/html; charset=utf-8\), expected a picture or font$/,
      alone: true,
    },
    {
      name: 'a style that answers with a page',
      files: site => void site.set('/assets/print.css', asPage),
      says: /^failed 1 \S+\/assets\/print\.css answers 200 with a page \(text\/html; charset=utf-8\), expected a style$/,
      alone: true,
    },
    {
      name: 'an empty picture',
      files: site => void site.set('/assets/photo.png', { type: 'image/png', body: '' }),
      fault: on(NEW, /^\/assets\/photo\.png$/, (_, usual) => ({
        ...usual,
        headers: { ...usual.headers, 'content-length': '0' },
      })),
      says: /^failed 1 \S+\/assets\/photo\.png answers 200 with nothing in it$/,
      alone: true,
    },
    {
      name: 'a preview picture that is not there',
      files: replaceIn(
        page,
        /(property="og:image" content="https:\/\/new\.example)[^"]*/,
        '$1/assets/gone.png',
      ),
      says: new RegExp(`^failed 1 \\S+/assets/gone\\.png answers 404.*linked from ${at}$`),
      alone: true,
    },
    {
      name: 'a sitemap that lost a fifth of its addresses',
      files: edit('/sitemap.xml', text => {
        let count = 0
        return text.replace(/<url>.*?<\/url>\n?/g, entry => (count++ % 5 === 4 ? '' : entry))
      }),
      says: /^failed 4 \S+\/sitemap\.xml no longer lists \d+ of the \d+ pages that the old sitemap listed: \//,
      alone: true,
    },
    {
      name: 'the old domain in JSON that a script fetches',
      files: edit('/data/news.json', text => text.replaceAll('new.example', 'old.example')),
      says: /^failed 1 \S+\/data\/news\.json holds the old domain \d+ times in data \(raw\)/,
      alone: true,
    },
    {
      name: 'JSON that is not there any more',
      files: site => void site.delete('/data/news.json'),
      says: /^failed 1 \S+\/data\/news\.json answers 404.*linked from https:\/\/new\.example\/assets\/site\.js$/,
      alone: true,
    },
    {
      name: 'a dead link of a feed',
      files: edit('/rss.xml', text =>
        text.replace(/<\/channel>/, '<item><link>https://new.example/gone/</link></item>$&'),
      ),
      says: /^failed 1 https:\/\/new\.example\/gone\/ answers 404.*linked from https:\/\/new\.example\/rss\.xml$/,
      alone: true,
    },
    {
      name: 'a feed without entries',
      files: edit('/rss.xml', text => text.replace(/<item>.*<\/item>/s, '')),
      says: /^failed 1 \S+\/rss\.xml is a feed without entries; before the move it had 10$/,
      alone: true,
    },
    {
      name: 'the old domain in a link of a PDF',
      files: edit('/assets/manual.pdf', text => text.replaceAll('new.example', 'old.example')),
      says: /^failed 1 \S+\/assets\/manual\.pdf holds the old domain once in PDF \(raw\)/,
      alone: true,
    },
    {
      name: 'the old domain in the title of a PDF',
      files: edit('/assets/manual.pdf', text =>
        text.replace(/\/Title \([^)]*/, '/Title (old.example: manual'),
      ),
      says: /^failed 1 \S+\/assets\/manual\.pdf holds the old domain once in PDF/,
      alone: true,
    },
    {
      name: 'a dead link of a PDF',
      files: edit('/assets/manual.pdf', text =>
        text.replace('https://new.example/', 'https://new.example/gone/'),
      ),
      says: /^failed 1 https:\/\/new\.example\/gone\/ answers 404.*linked from https:\/\/new\.example\/assets\/manual\.pdf$/,
      alone: true,
    },
    {
      name: 'the old domain on a page behind a query',
      files: inBody('/list?page=2', '<p>old.example</p>'),
      says: /^failed 1 https:\/\/new\.example\/list\?page=2 holds the old domain once in text/,
      alone: true,
    },
    {
      name: 'a dead link on a page behind a query that no list names',
      files: site => {
        inBody('/list?page=2', '<a href="/list?page=99">more</a>')(site)
        site.set('/list?page=99', { type: 'text/html', body: '<a href="/gone/">gone</a>' })
      },
      says: /^failed 1 https:\/\/new\.example\/gone\/ answers 404.*linked from https:\/\/new\.example\/list\?page=99$/,
      alone: true,
    },
    {
      name: 'the old domain in full-width letters',
      files: inBody(page, '<p>サイトはｏｌｄ．ｅｘａｍｐｌｅです。</p>'),
      says: new RegExp(`^failed 1 ${at} holds the old domain once in text \\(full-width\\)`),
      alone: true,
    },
    {
      name: 'the old domain in percent escapes',
      files: inBody(page, '<a href="https://share.example/?u=https%3A%2F%2F%6f%6c%64.example%2F">share</a>'),
      says: new RegExp(`^failed 1 ${at} holds the old domain once in links \\(percent-encoded\\)`),
      alone: true,
    },
  ]
}
