"use strict";
// What is shown: one series, one step of its threshold, one measure. Every part draws itself anew from it.
const data = JSON.parse(document.getElementById("data").textContent);
const state = { series: 0, step: 0, measure: 0, reference: 0, topic: -1 };
const parts = [];
const byId = (id) => document.getElementById(id);
const widthOf = (container) => Math.max(container.clientWidth, 280); // a page may be drawn before it is laid out

function show(update) {
  Object.assign(state, update);
  for (const part of parts) part();
}

// The slider runs as the chart does. The unfiltered index is one more step, at the end where filters keep most text.
const series = () => data.series[state.series];
const steps = (one) => one.thresholds.length;
const loosestFirst = (one) => one.text[0] >= one.text[one.text.length - 1];
const placeOf = (one, step) => (loosestFirst(one) ? step - 1 : step < steps(one) ? step : -1);
const stepOf = (one, place) => (loosestFirst(one) ? place + 1 : place < 0 ? steps(one) : place);
const place = () => placeOf(series(), state.step);
const filterName = (one, at) => (at < 0 ? "all blocks" : one.filters[at]);

// Numbers of a filter under the measure: of a series at a place, or of the baseline at -1.
function numbers(one, at, measure = state.measure) {
  const source = at < 0 ? data.references : one;
  const column = source.measures[measure];
  const row = at < 0 ? 0 : at;
  const pick = (name) => column[name][row];
  return { value: pick("value"), low: pick("low"), high: pick("high"), difference: pick("difference"),
    p: pick("p"), judged: pick("judged"), text: source.text[row], documents: source.documents[row] };
}
const topicValues = (one, at, measure = state.measure) =>
  (at < 0 ? data.references.measures[measure].topics[0] : one.measures[measure].topics[at]);

const minus = (text) => text.replace("-", "−");
const digits = (value, count = 3) => minus(value.toFixed(count));
const signed = (value, count = 3) => {
  const text = Math.abs(value).toFixed(count);
  return (Number(text) === 0 ? "±" : value > 0 ? "+" : "−") + text;
};
const percent = (share) => (share > 0 && share < 0.1 ? (100 * share).toFixed(1) : (100 * share).toFixed(0)) + "%";
const probability = (p) => (p === null ? "" : p < 0.0001 ? "<0.0001" : p.toFixed(4));
const isSignificant = (p) => p !== null && p < data.significant;

function element(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}
function drawn(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function choices(container, name, labels, chosen, choose) {
  const row = element("div");
  labels.forEach((label, number) => {
    const input = element("input", { type: "radio", name, value: number, checked: number === chosen,
      onchange: () => choose(number) });
    row.append(element("label", {}, input, element("span", {}, label)));
  });
  container.append(row);
}

function setUpControls() {
  choices(byId("series-choice"), "series", data.series.map((one) => one.name), 0, (number) => {
    const one = data.series[number];
    show({ series: number, step: stepOf(one, one.chosen) });
  });
  choices(byId("measure-choice"), "measure", data.measures, 0, (number) => show({ measure: number }));
  const slider = byId("threshold");
  slider.addEventListener("input", () => show({ step: Number(slider.value) }));
  byId("to-chosen").addEventListener("click", () => show({ step: stepOf(series(), series().chosen) }));
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  parts.push(() => {
    const one = series();
    const now = numbers(one, place());
    slider.max = steps(one);
    slider.value = state.step;
    slider.setAttribute("aria-valuetext", filterName(one, place()));
    byId("threshold-label").textContent = one.label;
    const change = place() < 0 ? "" : ` (${signed(now.difference)}, corrected p ${probability(now.p)})`;
    byId("threshold-text").replaceChildren(
      element("b", {}, filterName(one, place())),
      ` · ${data.measures[state.measure]} ${digits(now.value)}${change} · ${percent(now.text)} of the text left`);
  });
}

function fillCurrentRow() {
  const row = byId("current");
  if (!row) return;
  parts.push(() => {
    const one = series();
    const at = place();
    const cells = [element("th", { scope: "row" }, filterName(one, at))];
    data.measures.forEach((_, measure) => {
      const now = numbers(one, at, measure);
      const strong = isSignificant(now.p) ? "significant" : "";
      cells.push(
        element("td", {}, digits(now.value, 4), " ",
          element("span", { class: "interval" }, `${digits(now.low)}–${digits(now.high)}`)),
        element("td", { class: strong }, at < 0 ? "" : signed(now.difference, 4)),
        element("td", { class: strong }, at < 0 ? "" : probability(now.p)));
    });
    const now = numbers(one, at, 0);
    for (const share of [now.judged, now.documents, now.text]) cells.push(element("td", {}, percent(share)));
    row.replaceChildren(...cells);
  });
}
