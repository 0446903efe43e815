// The nine numbers of the front page, against their definition.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sayLeaf, searchLeaves } from "../../assets/js/watch/leaves.js";

const treeOf = (digits) => [0, 3, 6].map((from) => Array.from(digits.slice(from, from + 3), Number));

test("you get the highest of the lowest numbers, whatever is written where the search skips: all 19,683 trees of 0, 1 and 2", () => {
  let [cuts, trees] = [0, 0];
  for (; trees < 3 ** 9; trees += 1) {
    const leaves = treeOf(trees.toString(3).padStart(9, "0"));
    const { branches, value, best, skipped } = searchLeaves(leaves);
    const lows = leaves.map((numbers) => Math.min(...numbers));
    assert.equal(value, Math.max(...lows));
    assert.equal(best, lows.indexOf(value), "the first of equal branches");
    for (const other of [0, 9]) {
      const changed = leaves.map((numbers, branch) => numbers.map((number, leaf) => (leaf < branches[branch].looked ? number : other)));
      assert.deepEqual(searchLeaves(changed), { branches, value, best, skipped });
    }
    cuts += Number(skipped > 0);
    assert.ok(skipped <= 4);
  }
  assert.ok(cuts > 5000 && cuts < trees, `${cuts} of ${trees} trees have something to skip`);
});

test("each number has the sentence that fits it", () => {
  const say = (digits, at) => sayLeaf(treeOf(digits), at);
  assert.match(say("586379642", [0, 1]), /so A gives you 5\. B or C is better only if it gives more\.$/);
  assert.match(say("586379642", [1, 0]), /can pick the 3 in B, and A already gives you 5\..*skipped\.$/);
  assert.match(say("586579642", [1, 0]), /^A 5 in B is no better than the 5 you already have from A\. Equal is enough/);
  assert.match(say("586379642", [1, 2]), /^Skipped, so any number may be here: you still get 5, from A\. Your opponent already has the 3 in B\.$/);
  assert.match(say("586679000", [1, 0]), /^Every number in B beats the 5 you get from A.*B gives you 6\.$/);
  assert.match(say("586674000", [1, 0]), /^Only the last number in B is too low to beat A's 5\./);
});
