import { expect, test } from 'vitest'
import { withEagerFunctions } from '../../scripts/eager-functions.ts'

const MODULE = `var one = add(1);
var each = (list) => {
  return list.map((item) => {
    if (item) {
      return add(item);
    }
  });
};
function add(item) {
  return item + 1;
}
function same(item) { return item; }
async function late(items) {
  items.forEach(async (item) => {
    await item;
  });
}
export { each, late, one, same };`

test('each function is in parentheses, so that Node keeps it compiled, but an async arrow function', () => {
  expect(withEagerFunctions(MODULE).split('\n')).toEqual([
    'var add = (function(item) {',
    '  return item + 1;',
    '});',
    'var same = (function(item) { return item; });',
    'var late = (async function(items) {',
    '  items.forEach(async (item) => {',
    '    await item;',
    '  });',
    '});',
    'var one = add(1);',
    'var each = ((list) => {',
    '  return list.map(((item) => {',
    '    if (item) {',
    '      return add(item);',
    '    }',
    '  }));',
    '});',
    'export { each, late, one, same };',
  ])
})
