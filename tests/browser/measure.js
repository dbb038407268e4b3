// What a page looks like in numbers: contrast of every text, size of every target, what does not fit. Returns plain
// data.
() => {
  const see = new CSSStyleSheet();
  see.replaceSync("* { pointer-events: auto !important; }"); // what lies under a point counts, whether or not it is tapped
  document.adoptedStyleSheets = [see];
  const inert = [...document.querySelectorAll("[inert]")]; // what is inert is found under no point
  for (const one of inert) one.removeAttribute("inert");
  const isInert = (element) => inert.some((one) => one.contains(element));
  const rgba = (text) => {
    const found = /rgba?\(([^)]+)\)/.exec(text ?? "");
    if (!found) return null;
    const [r, g, b, a = 1] = found[1]
      .split(/[ ,/]+/)
      .filter(Boolean)
      .map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((one, index) => one * a + under[index] * (1 - a));
  const light = (one) => ((one /= 255) <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  const luminance = (rgb) => 0.2126 * light(rgb[0]) + 0.7152 * light(rgb[1]) + 0.0722 * light(rgb[2]);
  const contrast = (one, other) => {
    const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const opacity = (element) => {
    let all = 1;
    for (let at = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
    return all;
  };
  const inSvg = (element) => element instanceof SVGElement && !(element instanceof SVGSVGElement);
  /** The colours an element paints a point with: one, or those of its gradient. */
  const paints = (element) => {
    const style = getComputedStyle(element);
    const faint = opacity(element);
    const fade = (colour) => colour && [...colour.slice(0, 3), colour[3] * faint];
    if (inSvg(element)) {
      if (["text", "tspan", "g", "line"].includes(element.localName)) return [];
      let fill = rgba(style.fill);
      if (!fill && style.fill.startsWith("url(")) {
        const stops = document.querySelector(style.fill.slice(5, -2))?.querySelectorAll("stop") ?? [];
        return [...stops].map((stop) => fade(rgba(getComputedStyle(stop).stopColor)));
      }
      if (fill) fill = [...fill.slice(0, 3), fill[3] * Number(style.fillOpacity)];
      return fill && fill[3] > 0 ? [fade(fill)] : [];
    }
    const stops = [...style.backgroundImage.matchAll(/rgba?\([^)]+\)/g)].map(([text]) => fade(rgba(text)));
    if (stops.length) return stops;
    const ground = rgba(style.backgroundColor);
    return ground && ground[3] > 0 ? [fade(ground)] : [];
  };
  /** Every ground that the text may stand on at this point, worst cases of gradients included. */
  const grounds = (element, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const at = stack.findIndex((one) => one === element || element.contains(one) || one.contains(element));
    if (at < 0) return null;
    const covering = stack.slice(0, at).filter((one) => paints(one).some((colour) => colour[3] > 0.9));
    if (covering.length) return null;
    const under = [];
    for (const one of stack.slice(at)) {
      const painted = paints(one).filter(Boolean);
      if (!painted.length) continue;
      under.push(painted);
      if (painted.every((colour) => colour[3] >= 0.999)) break;
    }
    let found = [[255, 255, 255]];
    for (const painted of under.reverse())
      found = found.flatMap((ground) => painted.map((colour) => over(colour, ground)));
    return found;
  };
  const turned = ({ c, d }) => Math.hypot(c, d); // also of what stands askew
  const scale = (element) => (inSvg(element) ? turned(element.getScreenCTM()) : 1);
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest("[hidden]");
  const name = (element) => {
    const spot = element.closest("[data-spot],[data-act],[data-chip],[id]");
    const of = spot ? (spot.dataset.spot ?? spot.dataset.act ?? spot.dataset.chip ?? `#${spot.id}`) : "";
    const classes = element.className?.baseVal ?? element.className;
    return `${element.localName}${classes ? `.${classes}` : ""} in ${of}`.slice(0, 80);
  };
  const lying = ["lock", "attract"].map((id) => document.getElementById(id)).find((one) => one && shown(one));
  const modal = document.querySelector("dialog[open]") ?? lying ?? document.body;
  const scrolled = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowY)) return at.getBoundingClientRect();
    return null;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (
      !text ||
      !element ||
      !modal.contains(element) ||
      ["SCRIPT", "STYLE"].includes(element.tagName) ||
      !shown(element) ||
      element.closest(".unseen") // for ears alone
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const edge = scrolled(element);
    if (edge && (box.top < edge.top || box.bottom > edge.bottom)) continue; // a finger brings it into sight
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const style = getComputedStyle(element);
    const under = grounds(element, x, y);
    const size = parseFloat(style.fontSize) * scale(element);
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    const paint = rgba(inSvg(element) ? style.fill : style.color) ?? [0, 0, 0, 1];
    const faint = opacity(element) * paint[3];
    const ratio =
      under && Math.min(...under.map((ground) => contrast(over([...paint.slice(0, 3), faint], ground), ground)));
    const idle =
      Boolean(element.closest(":disabled, [aria-disabled=true], .dear, .cell[role=button]:not(.open)")) ||
      isInert(element);
    const cut = clipped(element, box);
    texts.push({
      text: text.slice(0, 40),
      where: name(element),
      ratio: ratio && +ratio.toFixed(2),
      size: +size.toFixed(1),
      bold: Number(style.fontWeight) >= 700,
      idle,
      inside,
      cut,
    });
  }
  /** Whether some box around a text hides a part of it that cannot be scrolled to. */
  function clipped(element, box) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.textOverflow === "ellipsis" && at.scrollWidth > at.clientWidth) return true; // dots stand for what is missing
      if (["auto", "scroll"].includes(style.overflowY)) return false;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (at instanceof SVGElement && !(at instanceof SVGSVGElement)) continue;
      const edge = at.getBoundingClientRect();
      const air = box.height * 0.25;
      if (
        box.right > edge.right + 2 ||
        box.bottom - air > edge.bottom ||
        box.left < edge.left - 2 ||
        box.top + air < edge.top
      )
        return true;
    }
    const cell = element.closest("[data-spot]")?.querySelector(".ground")?.getBoundingClientRect();
    const air = box.height * 0.25; // a line box is higher than its letters
    return (
      Boolean(cell) &&
      !element.closest("[data-chip]") &&
      (box.right > cell.right + 2 ||
        box.left < cell.left - 2 ||
        box.bottom - air > cell.bottom ||
        box.top + air < cell.top)
    );
  }
  const TOUCH = "button, a[href], [role=button], [role=radio], input, select";
  const targets = [...modal.querySelectorAll(TOUCH)]
    .filter((one) => shown(one) && !one.disabled && !isInert(one) && !one.matches(".cell:not(.open)"))
    .map((one) => {
      const box = (one.querySelector?.(":scope > .ground") ?? one).getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return {
        where: name(one),
        width: +box.width.toFixed(1),
        height: +box.height.toFixed(1),
        free: Boolean(top) && (one.contains(top) || top.contains(one)),
        named: Boolean(one.getAttribute("aria-label") || one.textContent.trim() || one.title),
      };
    })
    .filter((one) => one.width > 0 && one.height > 0);
  const wide = document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight;
  document.adoptedStyleSheets = [];
  for (const one of inert) one.setAttribute("inert", "");
  return { texts, targets, wide, short: Math.min(innerWidth, innerHeight) };
};
