// Shows below each figure the command that made it. In the source of a page, and so in its comments, it stands above the figure.
const comments = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_COMMENT);
const captions = [];
while (comments.nextNode()) {
    const made = comments.currentNode.data.match(/^ made (on \S+ )?by: (.*) $/);
    const figure = comments.currentNode.nextElementSibling;
    // A paragraph of text only speaks of what a command prints.
    if (!made || !figure || (figure.matches("p") && !figure.querySelector("img, iframe"))) continue;
    const caption = document.createElement("p");
    const command = document.createElement("code");
    command.textContent = made[2];
    caption.className = "made";
    caption.append(`made ${made[1] ?? ""}by `, command);
    captions.push([figure, caption]);
}
for (const [figure, caption] of captions) figure.after(caption);

// Makes the frame of each stepper as high as its page, and keeps it so when the page folds or unfolds something; and gives it the book's
// theme, light or dark, which a frame does not take over by itself.
const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

for (const frame of document.querySelectorAll("iframe.steps")) {
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
        // A page that was opened as a file may not look into its frames; then the style sheet's height holds.
        const page = frame.contentDocument?.documentElement;
        if (!page) return;
        recolor();
        // The height of what is in the page; its scroll height would never be less than that of the frame.
        const resize = () => { frame.style.height = `${page.offsetHeight + 2}px`; };
        const body = frame.contentDocument.body;
        if (body) new ResizeObserver(resize).observe(body);
        resize();
    };
    frame.addEventListener("load", fit);
    if (frame.contentDocument?.readyState === "complete") fit();
    new MutationObserver(recolor).observe(document.documentElement, { attributeFilter: ["class"] });
}
