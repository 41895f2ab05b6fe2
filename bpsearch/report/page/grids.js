// Heat maps of two crossed thresholds; the measure follows the controls.
const stops = [[0, 32, 77], [65, 77, 107], [124, 123, 120], [187, 175, 113], [255, 234, 70]];
function shade(share) {
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const low = stops[Math.floor(at)], high = stops[Math.ceil(at)], rest = at - Math.floor(at);
  return `rgb(${low.map((value, number) => Math.round(value + rest * (high[number] - value))).join(",")})`;
}

// Seen on dark and on bright cells.
const doubled = (tag, attributes) => [["#000", 3.4], ["#fff", 1.4]].map(([stroke, wide]) =>
  drawn(tag, { fill: "none", "pointer-events": "none", stroke, "stroke-width": wide, ...attributes }));

// Where cells are, and what is significant there: 1 better, -1 worse.
function gridPlan(container, grid) {
  const [first, second] = grid.axes, column = grid.measures[state.measure];
  const width = widthOf(container), height = Math.min(440, Math.max(220, second.values.length * 20)) + 54;
  const left = 52, bottom = 46, top = 8, count = second.values.length;
  const wide = (width - left) / first.values.length, tall = (height - bottom - top) / count;
  const baseline = data.references.measures[state.measure].value[0];
  const low = Math.min(...column.value, baseline), high = Math.max(...column.value, baseline);
  return { grid, baseline, first, second, column, width, height, left, bottom, top, wide, tall, low, high,
    share: (value) => (value - low) / (high - low || 1),
    sign: (at) => (isSignificant(column.p[at]) ? Math.sign(column.difference[at]) : 0),
    number: (a, b) => (a < 0 || b < 0 || a >= first.values.length || b >= count ? -1 : a * count + b),
    pair: (at) => [Math.floor(at / count), at % count],
    box: (at) => ({ x: left + Math.floor(at / count) * wide, y: height - bottom - ((at % count) + 1) * tall, width: wide, height: tall }) };
}

function cellText(plan, at) {
  const { grid, column } = plan;
  return `${grid.filters[at]} · ${data.measures[state.measure]} ${digits(column.value[at])} ` +
    `(${signed(column.difference[at])}, corrected p ${probability(column.p[at])}) · ${percent(grid.text[at])} of the text left`;
}

function drawGrid(container, grid, number, view) {
  const plan = gridPlan(container, grid), { first, second, column, width, height } = plan;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "grid",
    "aria-label": `${data.measures[state.measure]} over ${first.label} and ${second.label}; arrow keys move` });
  const readout = element("p", { class: "readout" });
  const rows = first.values.map(() => drawn("g", { role: "row" }));
  const cells = column.value.map((value, at) => {
    const { x, y, width: wide, height: tall } = plan.box(at);
    const cell = drawn("rect", { role: "gridcell", tabindex: -1, "aria-label": cellText(plan, at), x, y, width: wide + 0.4, height: tall + 0.4,
      fill: shade(plan.share(value)), onpointerenter: () => read(at), onfocus: () => read(at), onclick: () => cell.focus() });
    rows[plan.pair(at)[0]].append(cell);
    return cell;
  });
  svg.append(...rows, ...significantCells(plan, number), ...slidersPlace(plan));
  if (grid.chosen >= 0) {
    const { x, y } = plan.box(grid.chosen);
    svg.append(...doubled("circle", { cx: x + plan.wide / 2, cy: y + plan.tall / 2, r: Math.min(7, plan.tall / 2, plan.wide / 2) }));
  }
  const frames = doubled("rect", {});
  svg.append(...frames, ...gridLabels(plan));
  svg.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!steps) return;
    event.preventDefault();
    const [a, b] = plan.pair(view.here), next = plan.number(a + steps[0], b + steps[1]);
    if (next >= 0) cells[next].focus();
  });

  function read(at) {
    cells[view.here].setAttribute("tabindex", -1);
    cells[at].setAttribute("tabindex", 0);
    view.here = at;
    for (const frame of frames) fill(frame, plan.box(at), []);
    readout.textContent = cellText(plan, at);
  }
  read(view.here);
  const marks = [grid.chosen >= 0 && "Ring: chosen.", "Frame: the pair named above.", slidersPlace(plan).length && "Dashes: the slider's place.",
    column.p.some((_, at) => plan.sign(at) > 0) && `Outlined: better than all blocks, corrected p < ${data.significant}.`,
    column.p.some((_, at) => plan.sign(at) < 0) && `Hatched: worse than all blocks, corrected p < ${data.significant}.`];
  container.replaceChildren(svg, readout, colourScale(plan, number), element("p", { class: "note" }, marks.filter(Boolean).join(" ")));
}

// The sides of better cells that have no better neighbour there; worse cells are hatched.
function significantCells(plan, number) {
  const sides = [], hatched = { "#000": "", "#fff": "" };
  plan.column.value.forEach((value, at) => {
    const { x, y } = plan.box(at), [a, b] = plan.pair(at), right = x + plan.wide, below = y + plan.tall;
    if (plan.sign(at) < 0) hatched[plan.share(value) > 0.5 ? "#000" : "#fff"] += `M${x} ${y}H${right}V${below}H${x}Z`;
    if (plan.sign(at) <= 0) return;
    for (const [one, other, side] of [[a - 1, b, `M${x} ${y}V${below}`], [a + 1, b, `M${right} ${y}V${below}`],
      [a, b - 1, `M${x} ${below}H${right}`], [a, b + 1, `M${x} ${y}H${right}`]]) {
      const next = plan.number(one, other);
      if (next < 0 || plan.sign(next) <= 0) sides.push(side);
    }
  });
  const patterns = Object.entries(hatched).filter(([, d]) => d).flatMap(([stroke, d], place) => {
    const id = `cells-${number}-${place}`;
    return [drawn("pattern", { id, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      drawn("path", { d: "M0 0V7", stroke, "stroke-width": 2 })), drawn("path", { class: "hatched", d, fill: `url(#${id})`, "pointer-events": "none" })];
  });
  return [...patterns, ...(sides.length ? doubled("path", { class: "outlined", d: sides.join("") }) : [])];
}

// The column or row of the threshold that the slider shows.
function slidersPlace(plan) {
  const one = series(), axis = plan.grid.axes.findIndex((candidate) => candidate.name === one.name);
  const at = axis < 0 || place() < 0 ? -1 : plan.grid.axes[axis].values.indexOf(one.thresholds[place()]);
  if (at < 0) return [];
  const tall = plan.height - plan.bottom - plan.top, wide = plan.width - plan.left;
  const box = axis === 0 ? { x: plan.left + at * plan.wide, y: plan.top, width: plan.wide, height: tall }
    : { x: plan.left, y: plan.height - plan.bottom - (at + 1) * plan.tall, width: wide, height: plan.tall };
  return doubled("rect", { ...box, class: "slider-place", "stroke-dasharray": "5 4" });
}

function gridLabels(plan) {
  const { first, second, width, height, left, bottom } = plan, middle = (height - bottom) / 2;
  const at = (axis, tick) => axis.values.indexOf(tick) + 0.5;
  return [
    ...fewer(first.ticks, width).map((tick) => drawn("text", { x: left + at(first, tick) * plan.wide, y: height - bottom + 16, "text-anchor": "middle" }, minus(String(tick)))),
    ...second.ticks.map((tick) => drawn("text", { x: left - 6, y: height - bottom - at(second, tick) * plan.tall + 4, "text-anchor": "end" }, minus(String(tick)))),
    drawn("text", { x: left + (width - left) / 2, y: height - 8, "text-anchor": "middle", class: "strong" }, first.label),
    drawn("text", { x: 12, y: middle, "text-anchor": "middle", class: "strong", transform: `rotate(-90 12 ${middle})` }, second.label)];
}

function colourScale(plan, number) {
  const wide = Math.min(plan.width, 340), { baseline } = plan, at = plan.share(baseline) * wide;
  const colours = stops.map(([red, green, blue], number) => drawn("stop", { offset: number / (stops.length - 1), "stop-color": `rgb(${red},${green},${blue})` }));
  return drawn("svg", { viewBox: `0 0 ${wide} 34`, height: 34, role: "img", class: "scale", style: `width: ${wide}px`,
    "aria-label": `Colours from ${digits(plan.low)}, dark, to ${digits(plan.high)}, bright; all blocks ${digits(baseline)}` },
    drawn("linearGradient", { id: `scale-${number}` }, ...colours), drawn("rect", { y: 2, width: wide, height: 12, fill: `url(#scale-${number})` }),
    ...doubled("path", { d: `M${at} 0V16` }),
    drawn("text", { y: 29 }, digits(plan.low)), drawn("text", { x: wide, y: 29, "text-anchor": "end" }, digits(plan.high)),
    drawn("text", { x: wide / 2, y: 29, "text-anchor": "middle", class: "strong" }, `${data.measures[state.measure]}; line: all blocks ${digits(baseline)}`));
}

function setUpGrids() {
  if (!data.grids.length) return;
  byId("grids").hidden = false;
  data.grids.forEach((grid, number) => {
    const container = element("div", { class: "chart" }), view = { here: Math.max(grid.chosen, 0) };
    byId("grid-charts").append(container);
    parts.push(() => drawGrid(container, grid, number, view));
  });
}
