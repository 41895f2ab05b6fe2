setUpControls();
fillCurrentRow();
fillKey();
parts.push(() => drawCurve(byId("curve")), () => drawSurvival(byId("survival")));
setUpGrids();
setUpTopics();
setUpDocuments();

const first = data.series[0];
state.step = stepOf(first, first.chosen);
const changed = topicChanges().filter((one) => moved.has(data.topics[one.topic][0])); // what moves most here comes first
changed.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
show({ topic: changed.length ? changed[0].topic : -1 });
let drawnWidth = document.body.clientWidth;
window.addEventListener("resize", () => {
  if (document.body.clientWidth !== drawnWidth) {
    drawnWidth = document.body.clientWidth;
    show({});
  }
});
