// Makes the frame of each stepper as high as its page, and keeps it so when the page folds or unfolds something.
for (const frame of document.querySelectorAll("iframe.steps")) {
    const fit = () => {
        // A page that was opened as a file may not look into its frames; then the style sheet's height holds.
        const page = frame.contentDocument?.documentElement;
        if (!page) return;
        const resize = () => { frame.style.height = `${page.scrollHeight + 2}px`; };
        const body = frame.contentDocument.body;
        if (body) new ResizeObserver(resize).observe(body);
        resize();
    };
    frame.addEventListener("load", fit);
    if (frame.contentDocument?.readyState === "complete") fit();
}
