// Wins and losses: every topic as a bar, the largest as lists.
function topicChanges() {
  const now = topicValues(series(), place());
  const before = data.references.measures[state.measure].topics[state.reference];
  const changes = now.map((value, topic) => ({ topic, now: value, before: before[topic],
    change: Number((value - before[topic]).toFixed(9)) })); // without the noise of floats
  return changes.sort((a, b) => b.change - a.change || a.topic - b.topic);
}

function choose(topic) {
  show({ topic });
  byId("topic").scrollIntoView();
  byId("topic").focus({ preventScroll: true });
}

function drawBars(container, changes) {
  const width = widthOf(container), height = 150;
  const most = Math.max(0.1, ...changes.map((one) => Math.abs(one.change)));
  const y = (value) => height / 2 - (value / most) * (height / 2 - 8);
  const step = (width - 44) / changes.length;
  const wins = changes.filter((one) => one.change > 0).length, losses = changes.filter((one) => one.change < 0).length;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img",
    "aria-label": `Change of each topic: ${wins} gain, ${losses} lose, ${changes.length - wins - losses} stay` });
  for (const tick of [most, 0, -most]) {
    svg.append(drawn("line", { class: tick ? "grid" : "axis", x1: 44, x2: width, y1: y(tick), y2: y(tick) }),
      drawn("text", { x: 36, y: y(tick) + 4, "text-anchor": "end" }, tick ? signed(tick, 2) : "0"));
  }
  const tip = element("div", { class: "tip", hidden: true });
  changes.forEach((one, number) => {
    const top = Math.min(y(one.change), y(0)), tall = Math.max(Math.abs(y(one.change) - y(0)), 1.5);
    const [id, query] = data.topics[one.topic];
    svg.append(drawn("rect", { class: `bar ${one.change < 0 ? "worse" : one.change > 0 ? "better" : ""} ${one.topic === state.topic ? "here" : ""}`,
      x: 44 + number * step + step * 0.12, width: Math.max(step * 0.76, 1), y: top, height: tall,
      onclick: () => choose(one.topic),
      onpointerenter: () => {
        tip.replaceChildren(element("b", {}, `${id}: `, element("bdi", {}, query)), element("br"), `${digits(one.before)} → ${digits(one.now)} (${signed(one.change)})`);
        tip.hidden = false;
        tip.style.top = "0";
        tip.style.left = `${Math.min(44 + number * step + 10, Math.max(0, width - tip.offsetWidth - 8))}px`;
      },
      onpointerleave: () => { tip.hidden = true; } }));
  });
  container.replaceChildren(svg, tip);
}

function topicList(list, changes, empty) {
  const rows = changes.map((one) => {
    const [id, query] = data.topics[one.topic];
    return element("li", {}, element("button", { type: "button", "aria-pressed": String(one.topic === state.topic), onclick: () => choose(one.topic) },
      element("span", { class: "query" }, element("span", { class: "values" }, `${id} `), element("bdi", {}, query)),
      element("span", { class: "values" }, `${digits(one.before)} → ${digits(one.now)}`),
      element("span", { class: one.change > 0 ? "gain" : "loss" }, signed(one.change))));
  });
  list.replaceChildren(...(rows.length ? rows : [element("li", { class: "note" }, empty)]));
}

function setUpTopics() {
  const reference = byId("reference");
  data.references.names.forEach((name, number) => reference.append(element("option", { value: number }, name)));
  reference.addEventListener("change", () => show({ reference: Number(reference.value) }));
  parts.push(() => {
    const changes = topicChanges();
    const gains = changes.filter((one) => one.change > 0), losses = changes.filter((one) => one.change < 0).reverse();
    const stays = changes.length - gains.length - losses.length;
    byId("topic-count").textContent =
      `${filterName(series(), place())}: ${gains.length} ${gains.length === 1 ? "topic gains" : "topics gain"}, ${losses.length} ${losses.length === 1 ? "loses" : "lose"}, ${stays} ${stays === 1 ? "stays" : "stay"}`;
    drawBars(byId("bars"), changes);
    topicList(byId("gains"), gains.slice(0, data.listed), "no topic gains");
    topicList(byId("losses"), losses.slice(0, data.listed), "no topic loses");
  });
}
