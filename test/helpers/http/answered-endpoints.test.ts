import { expect, test } from 'vitest'
import { unanswered } from './answered-endpoints.ts'

const paths = { '/a': { get: {}, post: {} }, '/a/{b}': { get: {} }, '/a/all': { get: {} } }

test.each([
  [[], ['GET /a', 'POST /a', 'GET /a/all', 'GET /a/{b}']],
  [['GET /a', 'POST /a', 'GET /a/7', 'GET /a/all'], []],
  [
    ['GET /a', 'GET /a/all', 'GET /a/all/more'],
    ['POST /a', 'GET /a/{b}'],
  ],
])('the calls %j leave %j', (calls, left) => {
  expect(unanswered({ paths }, calls)).toEqual(left)
})
