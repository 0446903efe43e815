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

// Makes the frame of each stepper as high as its page, also when the page folds or unfolds something; and passes on the book's
// theme, light or dark, which a frame does not inherit.
const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

for (const frame of document.querySelectorAll("iframe.steps")) {
    // Arrow keys step while the pointer is over the steps; otherwise they turn the book's pages.
    frame.addEventListener("pointerenter", () => frame.contentWindow.focus());
    const recolor = () => {
        const page = frame.contentDocument?.documentElement;
        if (!page) return;
        page.style.colorScheme = isDark() ? "dark" : "light";
        for (const sheet of frame.contentDocument.styleSheets) {
            for (const rule of sheet.cssRules) {
                if (!(rule instanceof frame.contentWindow.CSSMediaRule)) continue;
                rule.isForDark ||= rule.media.mediaText.includes("prefers-color-scheme: dark");
                if (rule.isForDark) rule.media.mediaText = isDark() ? "all" : "not all";
            }
        }
        frame.contentWindow.dispatchEvent(new Event("themechange"));
    };
    const fit = () => {
        // A page opened as a file may not look into its frames; then the style sheet's height applies.
        const page = frame.contentDocument?.documentElement;
        if (!page) return;
        recolor();
        // The height of the page's content; its scroll height would never be less than the frame's.
        const resize = () => { frame.style.height = `${page.offsetHeight + 2}px`; };
        const body = frame.contentDocument.body;
        if (body) new ResizeObserver(resize).observe(body);
        resize();
    };
    frame.addEventListener("load", fit);
    if (frame.contentDocument?.readyState === "complete") fit();
    new MutationObserver(recolor).observe(document.documentElement, { attributeFilter: ["class"] });
}
