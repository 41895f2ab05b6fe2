// A topic before and after: its documents, and which of their matching blocks fell.
const moved = new Map(data.moved.map((one) => [one.topic, one]));

// Of series: 0 are the references. A block is there until the first of its changes, gone until the second, and so on.
const survives = (changes, at) => at < 0 || changes.filter((change) => change <= at).length % 2 === 0;

function ranking(topic, name, at) {
  const places = topic.places[name];
  return places.rankings[places.at[at]];
}

function relevance(level) {
  if (level === null) return element("span", { class: "unjudged", title: "not judged" }, "?", element("span", { class: "skip" }, " not judged "));
  const relevant = level >= data.relevance_level;
  return element("span", { class: relevant ? "relevant" : "irrelevant", title: `judged ${level}` },
    relevant ? "●" : "○", element("span", { class: "skip" }, relevant ? " relevant " : " not relevant "));
}

function movement(rank, other, isAfter) {
  if (other < 0) return isAfter ? "new" : "gone";
  if (other === rank) return "=";
  const up = isAfter ? other > rank : rank > other;
  const sign = up ? "▲" : "▼";
  return isAfter ? `${sign} from ${other + 1}` : `${sign} to ${other + 1}`;
}

function blockView(block, at) {
  const kept = survives(block.changes[at.series], at.place);
  const text = block.text.map((piece, number) => (number % 2 ? element("mark", {}, piece) : piece));
  const facts = block.columns.map((value, number) => `${data.columns[number]} ${value}`).join(" · ");
  return element("div", { class: kept ? "block" : "block fell" },
    element("span", { class: "facts" }, element("b", {}, kept ? "stays" : "falls"), ` · block ${block.number + 1} · ${facts}`),
    element("div", { dir: "auto" }, ...(text.length ? text : ["(the index does not store its text)"])));
}

function about(document, at) {
  const last = document.fell[at.series].findLast(([from]) => from <= at.place);
  const { matched, blocks } = document;
  const counted = `${last ? last[1] : 0} of ${matched} matching block${matched === 1 ? "" : "s"} fell at ${at.name}`;
  if (!blocks.length) return `${counted}. Their text is not part of this report: the topic has too many documents`;
  const fallen = blocks.filter((block) => !survives(block.changes[at.series], at.place)).length;
  return counted + (blocks.length < matched ? `. Shown are ${blocks.length}, of which ${fallen} fell` : "");
}

function documentRow(document, rank, other, isAfter, at) {
  return element("li", {}, element("details", {},
    element("summary", {}, element("span", { class: "rank" }, String(rank + 1)), relevance(document.level),
      element("span", { class: "name" }, element("code", {}, document.docno), element("span", { class: "snippet", dir: "auto" }, document.title)),
      element("span", { class: "move" }, movement(rank, other, isAfter))),
    element("p", { class: "about" }, about(document, at)),
    ...document.blocks.map((block) => blockView(block, at))));
}

function rankingView(topic, list, others, isAfter, at) {
  if (!list.length) return element("p", { class: "note" }, "no results");
  return element("ol", { class: "ranking" },
    ...list.map((number, rank) => documentRow(topic.documents[number], rank, others.indexOf(number), isAfter, at)));
}

function topicView(container) {
  if (state.topic < 0) return;
  const [id, query] = data.topics[state.topic];
  const one = series(), here = place();
  const now = topicValues(one, here)[state.topic];
  const before = data.references.measures[state.measure].topics[state.reference][state.topic];
  const heading = element("p", {}, element("b", {}, `${id}: `, element("bdi", {}, query)),
    ` · ${data.measures[state.measure]} ${digits(before)} → ${digits(now)} (${signed(now - before)})`);
  const topic = moved.get(id);
  if (!topic) {
    container.replaceChildren(heading, element("p", { class: "note" }, "The documents of this topic are not part of this report: it holds the topics that change most."));
    return;
  }
  const first = ranking(topic, "references", state.reference);
  const second = here < 0 ? ranking(topic, "references", 0) : ranking(topic, one.name, here);
  const at = { series: here < 0 ? 0 : state.series + 1, place: here < 0 ? 0 : here, name: filterName(one, here) };
  const open = new Set([...container.querySelectorAll("details[open] code")].map((code) => code.textContent));
  container.replaceChildren(heading,
    element("p", { class: "note" }, "● relevant, ○ not relevant, ? not judged. Terms: ", ...topic.terms.flatMap((term, number) => [number ? ", " : "", element("bdi", {}, term)]), ". Open a document to see its matching blocks."),
    element("div", { class: "columns" },
      element("div", {}, element("h3", {}, data.references.names[state.reference]), rankingView(topic, first, second, false, at)),
      element("div", {}, element("h3", {}, at.name), rankingView(topic, second, first, true, at))));
  for (const details of container.querySelectorAll("details")) details.open = open.has(details.querySelector("code").textContent);
}

function setUpDocuments() {
  const list = byId("topic-choice");
  const inReport = element("optgroup", { label: "with documents" }), others = element("optgroup", { label: "values only" });
  data.topics.forEach(([id, query], number) => {
    (moved.has(id) ? inReport : others).append(element("option", { value: number }, `${id}: ${query}`));
  });
  list.append(inReport, ...(others.children.length ? [others] : []));
  list.addEventListener("change", () => show({ topic: Number(list.value) }));
  parts.push(() => {
    list.value = state.topic;
    topicView(byId("topic-detail"));
  });
}
