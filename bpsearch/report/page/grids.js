// Heat maps of two crossed thresholds; the measure follows the controls.
function shade(share) {
  const stops = [[0, 32, 77], [65, 77, 107], [124, 123, 120], [187, 175, 113], [255, 234, 70]];
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const low = stops[Math.floor(at)], high = stops[Math.ceil(at)], rest = at - Math.floor(at);
  return `rgb(${low.map((value, number) => Math.round(value + rest * (high[number] - value))).join(",")})`;
}

function drawGrid(container, grid) {
  const [first, second] = grid.axes, column = grid.measures[state.measure];
  const width = widthOf(container), height = Math.min(440, Math.max(220, second.values.length * 20)) + 54;
  const left = 52, bottom = 46, top = 8;
  const wide = (width - left) / first.values.length, tall = (height - bottom - top) / second.values.length;
  const low = Math.min(...column.value), high = Math.max(...column.value);
  const best = grid.chosen < 0 ? "" : ` The chosen one, ${grid.filters[grid.chosen]}, reaches ${digits(column.value[grid.chosen])}.`;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img",
    "aria-label": `${data.measures[state.measure]} over ${first.label} and ${second.label}, from ${digits(low)} to ${digits(high)}.${best}` });
  const tip = element("div", { class: "tip", hidden: true });
  const x = (place) => left + place * wide, y = (place) => height - bottom - (place + 1) * tall;
  column.value.forEach((value, number) => {
    const a = Math.floor(number / second.values.length), b = number % second.values.length;
    svg.append(drawn("rect", { x: x(a), y: y(b), width: wide + 0.4, height: tall + 0.4, fill: shade((value - low) / (high - low || 1)),
      onpointerenter: () => {
        tip.replaceChildren(element("b", {}, grid.filters[number]), element("br"),
          `${data.measures[state.measure]} ${digits(value)} (${signed(column.difference[number])}, corrected p ${probability(column.p[number])})`, element("br"),
          `left: ${percent(grid.text[number])} of the text`);
        tip.hidden = false;
        tip.style.top = `${Math.max(0, y(b) - 74)}px`;
        tip.style.left = `${Math.min(x(a), Math.max(0, width - tip.offsetWidth - 4))}px`;
      } }));
  });
  svg.addEventListener("pointerleave", () => { tip.hidden = true; });
  if (grid.chosen >= 0) {
    const a = Math.floor(grid.chosen / second.values.length), b = grid.chosen % second.values.length;
    for (const [stroke, thick] of [["#000", 4], ["#fff", 2]]) {
      svg.append(drawn("rect", { x: x(a), y: y(b), width: wide, height: tall, fill: "none", stroke, "stroke-width": thick, "pointer-events": "none" }));
    }
  }
  label(first.values, Math.floor(width / 70), (place, text) => drawn("text", { x: x(place) + wide / 2, y: height - bottom + 16, "text-anchor": "middle" }, text));
  label(second.values, Math.floor(height / 26), (place, text) => drawn("text", { x: left - 6, y: y(place) + tall / 2 + 4, "text-anchor": "end" }, text));
  svg.append(drawn("text", { x: left + (width - left) / 2, y: height - 8, "text-anchor": "middle", class: "strong" }, first.label),
    drawn("text", { x: 12, y: (height - bottom) / 2, "text-anchor": "middle", class: "strong", transform: `rotate(-90 12 ${(height - bottom) / 2})` }, second.label));
  container.replaceChildren(svg, tip, element("p", { class: "note" },
    `${data.measures[state.measure]} from ${digits(low)} (dark) to ${digits(high)} (bright); all blocks: ${digits(data.references.measures[state.measure].value[0])}. The frame marks the chosen pair.`));

  function label(values, most, make) {
    const every = Math.ceil(values.length / Math.max(most, 1));
    values.forEach((value, place) => { if (place % every === 0) svg.append(make(place, String(value))); });
  }
}

function setUpGrids() {
  if (!data.grids.length) return;
  byId("grids").hidden = false;
  for (const grid of data.grids) {
    const container = element("div", { class: "chart" });
    byId("grid-charts").append(container);
    parts.push(() => drawGrid(container, grid));
  }
}
