// Alpha-beta on three branches of three numbers, small enough to be understood by hand.

export const NAMES = ["A", "B", "C"];
export const HIGHEST = 9;

/**
 * Searches the branches from left to right: you choose a branch, and your opponent the lowest number in it. A branch is left at the first
 * number that isn't higher than what you already have. Gives for each branch the numbers `looked` at, the `low` one of them, the `best`
 * branch before it and its value `had`; and for the whole the best branch, its value, and how many numbers were skipped.
 */
export function searchLeaves(leaves) {
  let [best, value] = [null, -1];
  const branches = leaves.map((numbers, index) => {
    const enough = numbers.findIndex((number) => number <= value);
    const looked = enough === -1 ? numbers.length : enough + 1;
    const branch = { looked, low: Math.min(...numbers.slice(0, looked)), best, had: value };
    if (branch.low > value) [best, value] = [index, branch.low];
    return branch;
  });
  const skipped = leaves.flat().length - branches.reduce((sum, { looked }) => sum + looked, 0);
  return { branches, best, value, skipped };
}

/** The sentence about a number: why those after it are skipped, or not. */
export function sayLeaf(leaves, [branch, leaf]) {
  const { branches, best, value } = searchLeaves(leaves);
  const { looked, low, best: before, had } = branches[branch];
  const [here, there] = [NAMES[branch], NAMES[before]];
  if (leaf >= looked) return `Skipped, so any number may be here: you still get ${value}, from ${NAMES[best]}. Your opponent already has the ${low} in ${here}.`;
  if (before === null) return `Your opponent picks the lowest number, so ${here} gives you ${low}. B or C is better only if it gives more.`;
  if (low > had) return `Every number in ${here} beats the ${had} you get from ${there}, so all of them are looked at. ${here} gives you ${low}.`;
  if (looked === leaves[branch].length) return `Only the last number in ${here} is too low to beat ${there}'s ${had}. It comes too late to skip anything.`;
  if (low === had) return `A ${low} in ${here} is no better than the ${had} you already have from ${there}. Equal is enough: the rest of ${here} is skipped.`;
  return `Your opponent can pick the ${low} in ${here}, and ${there} already gives you ${had}. So you won't choose ${here}, and the rest of it is skipped.`;
}
