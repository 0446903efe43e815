// Trees to predict: `<div class="predict" data-tree="((3 12 8) (2 4 6) (14 5 2))"></div>`. The reader marks the leaves that alpha-beta
// will visit, then steps through the search, also with the arrow keys, and sees which of them it did. The tree can be edited.

// A written tree as nested arrays of numbers.
function readTree(text) {
    const words = text.match(/[()]|-?\d+|\S/g) ?? [];
    const node = () => {
        const word = words.shift();
        if (word !== "(") {
            if (!/^-?\d+$/.test(word ?? "")) throw new Error(`expected a number or "(", found ${word ?? "the end"}`);
            return Number(word);
        }
        const branches = [];
        while (words.length > 0 && words[0] !== ")") branches.push(node());
        if (words.shift() !== ")") throw new Error("a \")\" is missing");
        if (branches.length === 0) throw new Error("a node has no branches");
        return branches;
    };
    const tree = node();
    if (words.length > 0) throw new Error(`expected the end, found ${words[0]}`);
    return tree;
}

// The steps of alpha-beta: it enters a node with a window and leaves it with a value, both from the point of view of its side to move.
function stepsOf(tree) {
    const steps = [];
    const search = (node, path, alpha, beta, toMove) => {
        steps.push({ path, alpha, beta });
        let best = -Infinity;
        if (typeof node === "number") best = toMove * node;
        else for (const [index, branch] of node.entries()) {
            best = Math.max(best, -search(branch, [...path, index], -beta, -alpha, -toMove));
            alpha = Math.max(alpha, best);
            if (best >= beta) break;
        }
        steps.push({ path, value: best });
        return best;
    };
    search(tree, [], -Infinity, Infinity, 1);
    return steps;
}

// The nodes of a tree with their places: leaves side by side, others above their branches.
function layout(tree) {
    const nodes = [];
    let leaves = 0;
    const place = (node, path) => {
        const isLeaf = typeof node === "number";
        const branches = isLeaf ? [] : node.map((branch, index) => place(branch, [...path, index]));
        const x = isLeaf ? leaves++ : (branches[0].x + branches.at(-1).x) / 2;
        const placed = { path, x, y: path.length, branches, leaf: isLeaf ? node : null };
        nodes.push(placed);
        return placed;
    };
    place(tree, []);
    return { nodes, leaves, depth: Math.max(...nodes.map((node) => node.y)) };
}

// The value of a finished node from the root's point of view, with "≥ " or "≤ " before it if it's only a bound.
function valueOf({ path, alpha, beta, value }, isLeaf) {
    const sign = path.length % 2 ? -1 : 1;
    const side = isLeaf ? 0 : sign * (value >= beta ? 1 : value <= alpha ? -1 : 0);
    return `${side > 0 ? "≥ " : side < 0 ? "≤ " : ""}${sign * value + 0}`.replace("-", "−");
}

class Predictor {
    constructor(box) {
        this.box = box;
        box.tabIndex = -1;
        // Outside this box these keys turn the book's pages.
        box.onkeydown = (event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            event.stopPropagation();
            if (event.target.matches("input")) return;
            event.preventDefault();
            this.go(this.done + by);
            if (!box.contains(document.activeElement)) box.focus({ preventScroll: true });
        };
        box.innerHTML = `<form><input aria-label="The tree" spellcheck="false"><button>New tree</button></form>
            <svg role="group" aria-label="The tree; its leaves can be marked"></svg>
            <p aria-live="polite"></p><button class="step">Step</button> <button class="all">To the end</button>`;
        [this.form, this.picture, this.words] = ["form", "svg", "p"].map((name) => box.querySelector(name));
        this.form.firstChild.value = box.dataset.tree;
        this.form.onsubmit = (event) => { event.preventDefault(); this.read(); };
        box.querySelector(".step").onclick = () => this.go(this.done + 1);
        box.querySelector(".all").onclick = () => this.go(Infinity);
        this.read();
    }

    read() {
        try {
            const tree = readTree(this.form.firstChild.value);
            Object.assign(this, layout(tree), { steps: stepsOf(tree), marked: new Set(), done: 0 });
            this.draw();
        } catch (error) {
            this.words.textContent = `This is no tree: ${error.message}.`;
        }
    }

    go(step) {
        this.done = Math.max(0, Math.min(step, this.steps.length));
        this.draw();
    }

    mark(path) {
        if (this.done > 0) return;
        if (!this.marked.delete(path)) this.marked.add(path);
        this.draw();
    }

    draw() {
        const [wide, high, radius] = [46, 62, 17];
        const at = (node) => [24 + wide * node.x, 24 + high * node.y];
        const seen = new Map();
        for (const step of this.steps.slice(0, this.done)) seen.set(String(step.path), { ...seen.get(String(step.path)), ...step });
        const parts = [];
        for (const node of this.nodes) {
            for (const branch of node.branches) {
                const [[x, y], [toX, toY]] = [at(node), at(branch)];
                parts.push(`<path d="M${x} ${y}L${toX} ${toY}" class="${seen.has(String(branch.path)) ? "seen" : ""}"/>`);
            }
        }
        for (const node of this.nodes) {
            const [[x, y], known, isLeaf] = [at(node), seen.get(String(node.path)), node.leaf !== null];
            const value = known?.value === undefined ? "" : valueOf(known, isLeaf);
            const classes = [known ? "seen" : "", this.marked.has(String(node.path)) ? "marked" : ""].join(" ");
            const leaf = isLeaf ? `tabindex="0" role="checkbox" aria-checked="${this.marked.has(String(node.path))}" aria-label="leaf ${node.leaf}"` : "";
            parts.push(`<g class="${classes}" data-path="${node.path}" ${leaf}><circle cx="${x}" cy="${y}" r="${radius}"/>
                <text x="${x}" y="${y + 5}">${isLeaf ? node.leaf : value}</text></g>`);
        }
        const [width, height] = [48 + wide * (this.leaves - 1), 48 + high * this.depth];
        this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.picture.setAttribute("width", width);
        this.picture.innerHTML = parts.join("");
        for (const leaf of this.picture.querySelectorAll("[role=checkbox]")) {
            leaf.onclick = () => this.mark(leaf.dataset.path);
            leaf.onkeydown = (event) => {
                if (event.key !== " " && event.key !== "Enter") return;
                event.preventDefault();
                this.mark(leaf.dataset.path);
                this.picture.querySelector(`[data-path="${leaf.dataset.path}"]`).focus();
            };
        }
        this.words.textContent = this.sentence(seen);
    }

    // Describes the last step, and at the end how good the prediction was. Windows and values are from the root's point of view.
    sentence(seen) {
        if (this.done === 0) return "Mark the leaves that alpha-beta will visit. Then step.";
        if (this.done < this.steps.length) {
            const { path, alpha, beta, value } = this.steps[this.done - 1];
            const name = path.length === 0 ? "The root" : `Move ${path.map((index) => String.fromCharCode(97 + index)).join(" ")}`;
            const sign = path.length % 2 ? -1 : 1;
            const text = (number) => String(number).replace("-", "−").replace("Infinity", "∞");
            const isLeaf = this.nodes.some((node) => node.leaf !== null && String(node.path) === String(path));
            if (value !== undefined) return `${name} returns ${valueOf(seen.get(String(path)), isLeaf)}.`;
            const window = sign === 1 ? [alpha, beta] : [-beta, -alpha];
            return `${name} is entered with the window (${window.map(text).join(", ")}).`;
        }
        const leaves = this.nodes.filter((node) => node.leaf !== null);
        const visited = leaves.filter((leaf) => seen.has(String(leaf.path)));
        const right = leaves.filter((leaf) => seen.has(String(leaf.path)) === this.marked.has(String(leaf.path)));
        return `${visited.length} of ${leaves.length} leaves were visited. You were right about ${right.length}.`;
    }
}

if (typeof document === "undefined") module.exports = { readTree, stepsOf, valueOf };
else for (const box of document.querySelectorAll(".predict")) new Predictor(box);
