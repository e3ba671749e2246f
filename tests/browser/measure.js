// What a reader would measure: texts too faint or too small, and how much the page overflows.
() => {
  const parts = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    const whole = colour.startsWith("color(") ? 255 : 1;
    return [r * whole, g * whole, b * whole, a];
  };
  const over = ([r, g, b, a], [u, v, w]) => [
    r * a + u * (1 - a),
    g * a + v * (1 - a),
    b * a + w * (1 - a),
  ];
  const brightness = (colour) => {
    const [r, g, b] = colour.map((c) => {
      const part = c / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // The colours of text and ground after all the grounds and opacities from the root down.
  const seen = (chain, behind) => {
    const [element, ...rest] = chain;
    const style = getComputedStyle(element);
    const ground = over(parts(style.backgroundColor), behind);
    const found = rest.length
      ? seen(rest, ground)
      : { ground, text: over(parts(style.color), ground) };
    const alpha = Number(style.opacity);
    const fade = (colour) => over([...colour, alpha], behind);
    return { ground: fade(found.ground), text: fade(found.text) };
  };
  const contrast = (element) => {
    const chain = [];
    for (let at = element; at; at = at.parentElement) chain.unshift(at);
    const { ground, text } = seen(chain, [255, 255, 255]);
    const [dim, bright] = [brightness(ground), brightness(text)].sort((a, b) => a - b);
    return (bright + 0.05) / (dim + 0.05);
  };

  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest("svg, script, .reader-only, .skip")) continue;
    if (!element.getBoundingClientRect().width) continue;
    texts += 1;
    const ratio = contrast(element);
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (ratio < 4.5 || size < 13) bad.push(`${text.slice(0, 40)}: ${ratio.toFixed(1)}, ${size}px`);
  }
  const root = document.documentElement;
  return { texts, bad, overflow: root.scrollWidth - root.clientWidth };
}
