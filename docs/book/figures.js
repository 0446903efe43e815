// Shows the command that made a figure below it. In the page's source, and so in its comments, the command comes first.
const comments = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_COMMENT);
const captions = [];
while (comments.nextNode()) {
    const made = comments.currentNode.data.match(/^ made (on \S+ )?by: (.*) $/);
    const figure = comments.currentNode.nextElementSibling;
    // A paragraph of text only refers to the output of a command.
    if (!made || !figure || (figure.matches("p") && !figure.querySelector("img, iframe"))) continue;
    const caption = document.createElement("p");
    const command = document.createElement("code");
    command.textContent = made[2];
    caption.className = "made";
    caption.append(`made ${made[1] ?? ""}by `, command);
    captions.push([figure, caption]);
}
for (const [figure, caption] of captions) figure.after(caption);

// Puts an element of plywood in place of each stepper's frame: it steps through the same search, in the book's colors. In a page opened as a
// file, which may load no modules and not look into its frames, the frames stay.
function unframe(frame) {
    const { plywood: passes, document: page } = frame.contentWindow;
    if (!passes) return;
    const search = document.createElement("plywood-search");
    search.recorded = { game: page.querySelector("[data-game]").dataset.game, passes };
    search.windows = true;
    search.label = frame.title;
    // Arrow keys step while the pointer is over the steps; otherwise they turn the book's pages.
    search.addEventListener("pointerenter", () => search.focus({ preventScroll: true }));
    frame.replaceWith(search);
}

import("./elements/elements.js").then(() => {
    for (const frame of document.querySelectorAll("iframe.steps")) {
        frame.addEventListener("load", () => unframe(frame));
        unframe(frame);
    }
    new MutationObserver(() => dispatchEvent(new Event("themechange"))).observe(document.documentElement, { attributeFilter: ["class"] });
}, () => {});
