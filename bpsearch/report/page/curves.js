// The curve of a measure with its band, the references, and what survives below it.
const dashes = ["6 3", "8 2 2 2", "2.5 2", "10 3", "5 2 1 2 1 2", "1 2"];
const colours = ["var(--base)", "var(--r1)", "var(--r2)", "var(--r3)", "var(--r4)", "var(--r5)"];
const look = (number) => { // no two of the first 25 have the same colour and dashes
  const turn = Math.floor((number - 1) / 5), place = (number - 1) % 5;
  return number === 0 ? [colours[0], dashes[0]] : [colours[1 + place], dashes[1 + ((place + turn) % 5)]];
};
const FEW = 6; // a line leads from so many references to their labels; more are a list by value
const isNarrow = (width) => width < 560;
const short = (name) => (name.length <= 28 ? name : name.slice(0, 27).trimEnd() + "…");

function ticks(low, high, count) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw * 0.999);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1) found.push(Number((at * step).toPrecision(12)));
  return found;
}

// On a phone every second tick.
const fewer = (marks, width) => (isNarrow(width) && marks.length > 6 ? marks.filter((_, number) => number % 2 === 0) : marks);

// Labels as near to their places as a gap between them allows.
function apart(places, gap, low, high) {
  const order = places.map((_, number) => number).sort((a, b) => places[a] - places[b]);
  const put = order.map((number) => places[number]);
  for (let round = 0; round < 100; round += 1) {
    for (let at = 0; at + 1 < put.length; at += 1) {
      const lack = gap - (put[at + 1] - put[at]);
      if (lack > 0.01) { put[at] -= lack / 2; put[at + 1] += lack / 2; }
    }
  }
  const shift = Math.max(low - put[0], 0) - Math.max(put[put.length - 1] - high, 0);
  const found = [];
  order.forEach((number, at) => { found[number] = put[at] + shift; });
  return found;
}

function frame(width, height, margin, one) {
  const values = one.thresholds;
  const pad = values.length > 1 ? (values[values.length - 1] - values[0]) / (values.length - 1) / 2 : 0.5;
  const from = values[0] - pad;
  const to = values[values.length - 1] + pad;
  const x = (value) => margin.left + ((value - from) / (to - from)) * (width - margin.left - margin.right);
  const at = (pixel) => {
    const value = from + ((pixel - margin.left) / (width - margin.left - margin.right)) * (to - from);
    let best = 0;
    values.forEach((candidate, number) => { if (Math.abs(candidate - value) < Math.abs(values[best] - value)) best = number; });
    return best;
  };
  // The line of a single threshold is as wide as the chart.
  const line = (ys) => (ys.length > 1 ? ys.map((y, number) => [x(values[number]), y]) : [[x(from), ys[0]], [x(to), ys[0]]]);
  return { x, at, from, to, line, half: (x(values[0] + pad) - x(values[0])) };
}

function range(measure) {
  const lows = [], highs = [];
  for (const one of data.series) { lows.push(...one.measures[measure].low); highs.push(...one.measures[measure].high); }
  const values = data.references.measures[measure].value;
  const low = Math.min(...lows, ...values), high = Math.max(...highs, ...values);
  const room = Math.max(high - low, 0.02);
  return [low - 0.14 * room, high + 0.04 * room];
}

function margins(width) {
  const longest = Math.max(...data.references.names.map((name) => short(name).length), 8) + 6;
  return { left: 44, right: isNarrow(width) ? 14 : Math.min(42 + longest * 6.6, width * 0.33), top: 10, bottom: 8 };
}

const path = (points) => points.map(([x, y], number) => `${number ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

function drawCurve(container) {
  const width = widthOf(container), height = isNarrow(width) ? 250 : 330;
  const margin = margins(width), one = series(), column = one.measures[state.measure];
  const scale = frame(width, height, margin, one), [low, high] = range(state.measure);
  const y = (value) => height - margin.bottom - ((value - low) / (high - low)) * (height - margin.top - margin.bottom);
  const measure = data.measures[state.measure];
  const best = one.chosen < 0 ? "" : ` The chosen filter ${one.filters[one.chosen]} reaches ${digits(column.value[one.chosen])}.`;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img",
    "aria-label": `${measure} against the threshold: ${one.label}. All blocks: ${digits(data.references.measures[state.measure].value[0])}.${best}` });
  for (const tick of ticks(low + 0.1 * (high - low), high, 5)) {
    svg.append(drawn("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(tick), y2: y(tick) }),
      drawn("text", { x: margin.left - 8, y: y(tick) + 4, "text-anchor": "end" }, digits(tick, high - low < 0.1 ? 3 : 2)));
  }
  const points = (name) => scale.line(column[name].map(y));
  svg.append(drawn("path", { class: "band", d: `${path(points("high"))}L${path(points("low").reverse()).slice(1)}Z` }));
  drawReferences(svg, width, margin, y);
  one.thresholds.forEach((threshold, at) => {
    if (!isSignificant(column.p[at])) return;
    const better = column.difference[at] > 0;
    svg.append(drawn("rect", { class: "strip", x: scale.x(threshold) - scale.half, width: 2 * scale.half + 0.3,
      y: height - margin.bottom - 9, height: 6, style: `fill: ${better ? "var(--better)" : "url(#hatch)"}` }));
  });
  svg.prepend(drawn("defs", {}, drawn("pattern", { id: "hatch", width: 4, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "skewX(-25)" },
    drawn("rect", { width: 2.4, height: 6, style: "fill: var(--worse)" }))));
  if (one.chosen >= 0) {
    const x = scale.x(one.thresholds[one.chosen]);
    svg.append(drawn("line", { class: "chosen-line", x1: x, x2: x, y1: margin.top, y2: height - margin.bottom - 12 }));
  }
  svg.append(drawn("path", { class: "curve", d: path(points("value")) }));
  const now = place();
  if (now >= 0) {
    const x = scale.x(one.thresholds[now]);
    svg.append(drawn("line", { class: "now", x1: x, x2: x, y1: margin.top, y2: height }),
      drawn("circle", { class: "now-dot", cx: x, cy: y(column.value[now]), r: 6 }));
  }
  drawMarks(svg, one, column, scale, y);
  container.replaceChildren(svg);
  followPointer(container, svg, scale);
}

function drawReferences(svg, width, margin, y) {
  const column = data.references.measures[state.measure];
  const places = apart(column.value.map(y), 15, margin.top, 1e4);
  column.value.forEach((value, number) => {
    const [colour, dash] = look(number);
    const line = { class: "reference", style: `stroke: ${colour}`, "stroke-dasharray": dash };
    svg.append(drawn("line", { ...line, x1: margin.left, x2: width - margin.right, y1: y(value), y2: y(value) }));
    if (isNarrow(width)) return;
    const right = width - margin.right;
    if (column.value.length <= FEW) svg.append(drawn("path", { style: `stroke: ${colour}`, fill: "none", d: path([[right, y(value)], [right + 11, places[number]]]) }));
    svg.append(drawn("line", { ...line, x1: right + 13, x2: right + 35, y1: places[number], y2: places[number] }),
      drawn("text", { x: right + 41, y: places[number] + 4 }, `${short(data.references.names[number])} ${digits(value)}`));
  });
}

function drawMarks(svg, one, column, scale, y) {
  if (one.chosen < 0) return;
  const x = scale.x(one.thresholds[one.chosen]);
  svg.append(drawn("circle", { class: "now-dot", cx: x, cy: y(column.value[one.chosen]), r: 4.5 }));
  if (column.held_out === null) return;
  const at = y(column.held_out), d = `${path([[x, at - 12], [x + 12, at], [x, at + 12], [x - 12, at]])}Z`;
  svg.append(drawn("path", { class: "diamond halo", d }), drawn("path", { class: "diamond", d })); // around the dot
}

function drawSurvival(container) {
  const width = widthOf(container), height = 128, margin = { ...margins(width), top: 16, bottom: 40 };
  const one = series(), scale = frame(width, height, margin, one);
  const y = (share) => height - margin.bottom - share * (height - margin.top - margin.bottom);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img",
    "aria-label": "Shares of documents, text and blocks that are left at each threshold" });
  for (const tick of [0, 0.5, 1]) {
    svg.append(drawn("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(tick), y2: y(tick) }),
      drawn("text", { x: margin.left - 8, y: y(tick) + 4, "text-anchor": "end" }, percent(tick)));
  }
  const names = ["documents", "text", "blocks"];
  const last = names.map((name) => y(one[name][one[name].length - 1]));
  const bias = names.map((_, number) => last[number] + number * 0.01);
  const places = apart(bias, 17, margin.top - 4, height - margin.bottom + 4);
  names.forEach((name, number) => {
    svg.append(drawn("path", { class: name, d: path(scale.line(one[name].map(y))) }));
    const right = width - margin.right;
    if (!isNarrow(width)) svg.append(drawn("path", { class: name, d: `M${right + 13} ${places[number]}h22` }),
      drawn("text", { x: right + 41, y: places[number] + 4 }, `${name} left`));
  });
  for (const tick of fewer(one.ticks, width)) {
    svg.append(drawn("text", { x: scale.x(tick), y: height - margin.bottom + 17, "text-anchor": "middle" }, minus(String(tick))));
  }
  svg.append(drawn("text", { x: (margin.left + width - margin.right) / 2, y: height - 4, "text-anchor": "middle", class: "strong" }, one.label));
  const now = place();
  if (now >= 0) {
    const x = scale.x(one.thresholds[now]);
    svg.append(drawn("line", { class: "now", x1: x, x2: x, y1: 0, y2: height - margin.bottom }));
  }
  container.replaceChildren(svg);
  followPointer(container, svg, scale);
}

// Values beside the pointer; a click moves the threshold there.
function followPointer(container, svg, scale) {
  const tip = element("div", { class: "tip", hidden: true });
  container.append(tip);
  const placeAt = (event) => scale.at(((event.clientX - svg.getBoundingClientRect().left) * container.clientWidth) / svg.getBoundingClientRect().width);
  svg.addEventListener("pointermove", (event) => {
    const one = series(), at = placeAt(event), now = numbers(one, at);
    tip.replaceChildren(element("b", {}, one.filters[at]), element("br"),
      `${data.measures[state.measure]} ${digits(now.value)} (${digits(now.low)}–${digits(now.high)})`, element("br"),
      `${signed(now.difference)} to all blocks, corrected p ${probability(now.p)}`, element("br"),
      `left: ${percent(now.text)} of the text, ${percent(now.documents)} of the documents`);
    tip.hidden = false;
    const left = scale.x(one.thresholds[at]);
    tip.style.top = "8px";
    tip.style.left = `${left + tip.offsetWidth + 20 > container.clientWidth ? Math.max(0, left - tip.offsetWidth - 12) : left + 12}px`;
  });
  svg.addEventListener("pointerleave", () => { tip.hidden = true; });
  svg.addEventListener("click", (event) => show({ step: stepOf(series(), placeAt(event)) }));
}

// The key of what is drawn; where labels have no room it has the lines, too.
function fillKey() {
  const key = byId("curve-key"), lines = element("span", { class: "narrow" });
  key.append(lines);
  for (const name of ["documents", "text", "blocks"]) lines.append(sample({ class: name }, `${name} left`));
  parts.push(() => {
    const one = series(), column = one.measures[state.measure];
    const has = (test) => column.value.some((_, at) => test(at));
    const marks = { band: has((at) => column.high[at] > column.low[at]), dot: one.chosen >= 0, diamond: column.held_out !== null,
      better: has((at) => isSignificant(column.p[at]) && column.difference[at] > 0),
      worse: has((at) => isSignificant(column.p[at]) && column.difference[at] < 0) };
    for (const [name, isDrawn] of Object.entries(marks)) key.querySelector(`.${name}`).parentElement.hidden = !isDrawn;
    const { value } = data.references.measures[state.measure];
    const order = value.map((_, number) => number).sort((a, b) => value[b] - value[a]);
    lines.replaceChildren(...[...lines.children].slice(0, 3), ...order.map((number) =>
      sample({ class: "reference", style: `stroke: ${look(number)[0]}`, "stroke-dasharray": look(number)[1] }, `${data.references.names[number]} ${digits(value[number])}`)));
  });
}

function sample(line, name) {
  return element("span", {}, drawn("svg", { width: 26, height: 8, "aria-hidden": "true" }, drawn("line", { ...line, x1: 0, x2: 26, y1: 4, y2: 4 })), name);
}
