// Pages one at a time: keys, buttons, slider, swipe, address. Without this script all pages stand below
// each other.
"use strict";
(() => {
  const root = document.documentElement;
  const one = (selector, inside = document) => inside.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const pages = all("main > section");
  if (pages.length === 0) return;
  const slider = one("#slider"), count = one("#count"), said = one("#said"), help = one("dialog");
  const last = pages.length - 1;
  const seconds_a_step = 1.5;
  let now = 0;
  let timer = 0;
  let numbers = false;   // the numbers stay open, or closed, from page to page

  const text = (page, selector) => one(selector, page)?.textContent ?? "";
  const within = (page) => Math.max(0, Math.min(last, page));
  const page_of_address = () => pages.findIndex((page) => "#" + page.id === location.hash);

  // ------------------------------------------------------------------------------------- showing a page

  function show(page, announce) {
    pages[now].classList.remove("now");
    now = within(page);
    const shown = pages[now];
    shown.classList.add("now");
    const details = one("details", shown);
    if (details) details.open = numbers;
    slider.value = now + 1;
    count.textContent = text(shown, ".count");
    const place = text(shown, ".place") || text(shown, ".title");
    slider.setAttribute("aria-valuetext", count.textContent + ", " + place);
    for (const stage of all(".stages > *"))
      stage.classList.toggle("now", stage.first <= now && now <= stage.last);
    for (const [name, end] of [["first", 0], ["back", 0], ["next", last], ["last", last]])
      one(`[data-do=${name}]`).setAttribute("aria-disabled", now === end);
    one("main").scrollTop = 0;
    const step = /^step-(\d+)$/.exec(shown.id);
    for (const link of step ? all("a.live") : [])
      link.hash = (link.hash + "/").replace(/\/step=\d+(?=\/)/, "").slice(0, -1) + "/step=" + step[1];
    if (announce) said.textContent = [count.textContent, place, text(shown, ".words")].join(". ");
    measure();
  }

  // A jump can be taken back with the browser's back button; single steps would only fill its list.
  function go(page, jump) {
    const to = within(page);
    if (to === now) return;
    show(to, true);
    const address = "#" + pages[to].id;
    try {
      if (jump) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    } catch {   // a browser that lets no file change its address
    }
  }

  addEventListener("popstate", () => {
    const page = page_of_address();
    show(page < 0 ? start : page, true);
  });

  // ------------------------------------------------------------------------------------- stages

  const stages = [];
  pages.forEach((page, i) => {
    const name = page.dataset.stage;
    if (stages.length && stages.at(-1).name === name) stages.at(-1).last = i;
    else stages.push({ name, first: i, last: i });
  });

  // To the end of the next stage, or of the one before, as the program does.
  function stage_end(direction) {
    if (stages.length < 2) return now + direction;   // slides
    const ends = stages.map((stage) => stage.last);
    return direction > 0 ? ends.find((end) => end > now) ?? last : ends.findLast((end) => end < now) ?? 0;
  }

  function draw_stages() {
    if (stages.length < 2) return;
    const strip = one(".stages");
    for (const stage of stages) {
      const mark = document.createElement("span");
      const parts = stage.name.split(" · ");
      const before = stages[stages.indexOf(stage) - 1];
      mark.textContent = parts.at(-1).split(",")[0];
      mark.title = stage.name;
      mark.classList.toggle("pass", !before || before.name.split(" · ")[0] !== parts[0]);
      mark.first = stage.first;
      mark.last = stage.last;
      const at = (page) => Math.max(0, Math.min(1, page / last)) * 100;
      mark.style.left = at(stage.first - 0.5) + "%";
      mark.style.width = at(stage.last + 0.5) - at(stage.first - 0.5) + "%";
      mark.addEventListener("click", () => go(stage.first, true));
      strip.append(mark);
    }
  }

  // Names that do not fit are not shown in part; a figure that does not fit can be shown whole.
  function measure() {
    for (const mark of all(".stages > *"))
      mark.classList.toggle("narrow", mark.scrollWidth > mark.clientWidth);
    const figure = one("figure", pages[now]);
    figure.classList.toggle("over", figure.scrollWidth > figure.clientWidth + 1);
  }

  // ------------------------------------------------------------------------------------- what can be done

  function stop() {
    clearInterval(timer);
    timer = 0;
    one("[data-do=play]").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) return stop();
    if (now === last) go(0, true);
    one("[data-do=play]").setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      go(now + 1, false);
      if (now === last) stop();
    }, seconds_a_step * 1000);
  }

  function turn_theme() {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  }

  function turn_numbers() {
    const details = one("details", pages[now]);
    if (details) numbers = details.open = !details.open;   // at once: its event comes later
  }

  const step = (page, jump) => () => { stop(); go(page(), jump); };
  const deeds = {
    next: step(() => now + 1, false),
    back: step(() => now - 1, false),
    next_stage: step(() => stage_end(+1), true),
    back_stage: step(() => stage_end(-1), true),
    first: step(() => 0, true),
    last: step(() => last, true),
    play,
    numbers: turn_numbers,
    fit: () => { root.classList.toggle("whole"); measure(); },
    theme: turn_theme,
    blank: () => root.classList.toggle("blank"),
    print: () => { stop(); print(); },
    help: () => { stop(); help.showModal(); },
  };
  const keys = {
    ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back",
    "Shift+ArrowRight": "next_stage", "Shift+ArrowLeft": "back_stage", Home: "first", End: "last",
    " ": "play", n: "numbers", f: "fit", t: "theme", b: "blank", ".": "blank", p: "print", "?": "help",
  };

  // What an element does with a key by itself is not taken from it.
  function belongs_to(element, key) {
    if (element === slider) return key.length > 1;   // arrows, page, home, end
    if (element.closest("input, textarea, select, [contenteditable]")) return true;
    if (key === " " && element.closest("button, summary, a")) return true;
    const figure = element.closest("figure");
    return figure !== null && key.startsWith("Arrow") && figure.classList.contains("over");
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || help.open) return;
    const letter = event.key.length === 1;
    const key = letter ? event.key.toLowerCase() : (event.shiftKey ? "Shift+" : "") + event.key;
    const deed = keys[key];
    if (!deed || belongs_to(event.target, event.key)) return;
    event.preventDefault();
    if (root.classList.contains("blank") && deed !== "blank") root.classList.remove("blank");
    if (deed === "play" && event.repeat) return;
    deeds[deed]();
  });

  for (const button of all("[data-do]")) button.addEventListener("click", () => deeds[button.dataset.do]());
  for (const details of all("details"))
    details.addEventListener("toggle", () => { if (details.closest(".now")) numbers = details.open; });

  // What a page asks: the answer is hidden from a glance, not from who looks for it.
  const plain = (text) => new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
  for (const form of all("form.ask")) {
    const right = plain(form.dataset.answer), said = JSON.parse(plain(form.dataset.said));
    const judge = (answer) => {
      const output = one("output", form);
      output.textContent = said[answer] ?? `It is ${right}, not ${answer}.`;
      output.classList.toggle("right", answer === right);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = one("input", form)?.value.trim();
      if (typed) judge(typed);
    });
    for (const button of form.querySelectorAll("button[type=button]"))
      button.addEventListener("click", () => judge(button.textContent));
  }

  slider.addEventListener("input", () => { stop(); go(slider.value - 1, false); });
  for (const figure of all("figure"))
    figure.addEventListener("click", () => {
      if (figure.classList.contains("over") || root.classList.contains("whole")) deeds.fit();
    });

  // After a drag the keys turn pages again, also those of a clicker; whoever came by the keyboard stays.
  slider.addEventListener("pointerup", () => slider.blur());

  // ------------------------------------------------------------------------------------- touch

  let touch = null;
  const least = 48;   // pixels of a swipe

  one("main").addEventListener("touchstart", (event) => {
    const figure = event.target.closest("figure");
    const zoomed = (visualViewport?.scale ?? 1) > 1.05;
    const finger = event.touches[0];
    touch = event.touches.length > 1 || zoomed ? null : { x: finger.clientX, y: finger.clientY,
      at_left: !figure || figure.scrollLeft <= 1,
      at_right: !figure || figure.scrollLeft >= figure.scrollWidth - figure.clientWidth - 1 };
  }, { passive: true });

  // A figure that is wider than the phone is pushed first; from its edge on a swipe turns the page.
  one("main").addEventListener("touchend", (event) => {
    if (!touch || event.touches.length) return;
    const x = event.changedTouches[0].clientX - touch.x, y = event.changedTouches[0].clientY - touch.y;
    if (Math.abs(x) > least && Math.abs(x) > 1.5 * Math.abs(y)) {
      if (x < 0 && touch.at_right) deeds.next();
      if (x > 0 && touch.at_left) deeds.back();
    }
    touch = null;
  }, { passive: true });

  // ------------------------------------------------------------------------------------- begin

  const start = within(Number(document.body.dataset.start));
  slider.max = pages.length;
  draw_stages();
  addEventListener("resize", measure);
  const asked = page_of_address();
  show(asked < 0 ? start : asked, false);
})();
