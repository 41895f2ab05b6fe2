"""report.html in a real Chromium, from a file address."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bpsearch.evaluation.rounding import shown
from bpsearch.sweeps import Sweep, moves, read_sweep
from tests.sweeps.small_collection import HOSTILE

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = os.environ.get("BPSEARCH_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here: install Debian's package chromium, or set BPSEARCH_CHROMIUM to its path")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright, of the dev lock, drives the browser")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def sweep(swept: Path) -> Sweep:
    return read_sweep(swept)


@pytest.fixture
def page(browser: Any, swept: Path) -> Iterator[Any]:
    """The report, loaded; whatever goes wrong in it fails the test that looked at it."""
    yield from opened_report(browser, swept, width=1200, height=900)


@pytest.fixture
def phone(browser: Any, swept: Path) -> Iterator[Any]:
    yield from opened_report(browser, swept, width=360, height=740, has_touch=True, is_mobile=True)


def opened_report(browser: Any, swept: Path, width: int, height: int, **options: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.on("dialog", lambda dialog: problems.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: problems.append(request.url) if not is_local(request.url) else None)
    page.goto((swept / "report.html").as_uri())
    yield page
    context.close()
    assert problems == []


def is_local(url: str) -> bool:
    return url.startswith(("file:", "data:"))


def text(page: Any, selector: str) -> str:
    return str(page.locator(selector).inner_text())


def gains_and_losses(changes: Any) -> str:
    gain, lose = int((changes > 1e-9).sum()), int((changes < -1e-9).sum())
    return f"{gain} topic{' gains' if gain == 1 else 's gain'}, {lose} lose{'s' if lose == 1 else ''}"


def test_starts_at_the_chosen_threshold(page: Any, sweep: Sweep) -> None:
    curve = sweep.curves[0]
    assert curve.chosen is not None
    best = curve.points[curve.chosen.place].filter
    value = curve.comparisons["P@10"][curve.chosen.place].value
    assert f"{best} · P@10 {value:.3f}" in text(page, "#threshold-text")
    assert text(page, "#current th") == best
    assert f"{value:.4f}" in text(page, "#current")
    assert best in text(page, "header")


def test_the_slider_moves_everything_together_from_the_keyboard(page: Any, sweep: Sweep) -> None:
    def shown() -> list[str]:
        marker = page.locator("#curve .now").get_attribute("x1")
        below = page.locator("#survival .now").get_attribute("x1")
        places = ("#threshold-text", "#current", "#topic-count", "#topic-detail h3 >> nth=1")
        return [*(text(page, where) for where in places), page.inner_html("#bars"), marker, below]

    before = shown()
    page.focus("#threshold")
    for _ in range(18):
        page.keyboard.press("ArrowRight")
    after = shown()
    assert all(one != other for one, other in zip(before, after, strict=True))
    assert after[5] == after[6], "both charts mark the same threshold"
    place = int(page.input_value("#threshold")) - 1
    curve = sweep.curves[0]
    found = curve.comparisons["P@10"][place]
    assert curve.points[place].filter in after[0] and f"{found.value:.3f}" in after[0]
    assert f"{found.value:.4f}" in after[1] and f"{curve.comparisons['nDCG@10'][place].value:.4f}" in after[1]
    changes = curve.values["P@10"][place] - sweep.references.values["P@10"][0]
    assert gains_and_losses(changes) in after[2]
    page.keyboard.press("Home")
    assert "all blocks" in text(page, "#threshold-text") and "0 topics gain, 0 lose" in text(page, "#topic-count")
    page.click("#to-chosen")
    assert shown()[:4] == before[:4]


def test_series_and_measure_are_chosen_from_the_keyboard(page: Any, sweep: Sweep) -> None:
    page.focus("#series-choice input >> nth=0")
    page.keyboard.press("ArrowRight")
    assert "links <= " in text(page, "#threshold-text")
    assert "maximum link density" in text(page, "#survival")
    page.focus("#measure-choice input >> nth=0")
    page.keyboard.press("ArrowRight")
    assert "nDCG@10" in text(page, "#threshold-text")
    assert page.locator("#curve svg").get_attribute("aria-label").startswith("nDCG@10")


def test_a_maximum_slides_as_its_curve_runs_and_ends_without_a_filter(page: Any) -> None:
    page.check("#series-choice input >> nth=1", force=True)
    page.focus("#threshold")
    page.keyboard.press("Home")
    assert text(page, "#threshold-text").startswith("links <= 0 ")
    first = float(page.locator("#curve .now").get_attribute("x1"))
    page.keyboard.press("ArrowRight")
    assert text(page, "#threshold-text").startswith("links <= 0.5 ")
    assert float(page.locator("#curve .now").get_attribute("x1")) > first
    page.keyboard.press("End")
    assert text(page, "#threshold-text").startswith("all blocks ")


def test_hovering_shows_values_and_a_click_takes_the_threshold(page: Any, sweep: Sweep) -> None:
    box = page.locator("#curve .curve").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 5)
    last = sweep.curves[0].points[-1].filter
    tip = text(page, "#curve .tip")
    comparison = sweep.curves[0].comparisons["P@10"][-1]
    assert last in tip and f"P@10 {comparison.value:.3f}" in tip and "corrected p" in tip and "of the text" in tip
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
    assert text(page, "#threshold-text").startswith(last)
    page.mouse.move(2, 2)
    assert not page.locator("#curve .tip").is_visible()


def test_numbers_are_those_of_the_tables_at_every_step(page: Any, sweep: Sweep) -> None:
    page.check("#measure-choice input >> nth=1", force=True)
    curve, baseline = sweep.curves[0], sweep.references.values["nDCG@10"][0]
    for place, comparison in enumerate(curve.comparisons["nDCG@10"]):
        page.evaluate(f"show({{ step: stepOf(series(), {place}) }})")
        changes = curve.values["nDCG@10"][place] - baseline
        assert gains_and_losses(changes) in text(page, "#topic-count")
        assert page.locator("#current td").nth(3).inner_text().startswith(shown(comparison.value))


def test_the_key_has_what_is_drawn(page: Any, sweep: Sweep) -> None:
    for number, curve in enumerate(sweep.curves):
        page.check(f"#series-choice input >> nth={number}", force=True)
        found = [one.differences["baseline"] for one in curve.comparisons["P@10"]]
        signs = {one.difference > 0 for one in found if one.corrected_p < 0.05}
        assert page.locator("#curve-key .better").is_visible() == (True in signs)
        assert page.locator("#curve-key .worse").is_visible() == (False in signs)
    diamond, dot = (page.locator(f"#curve {mark}").last.bounding_box() for mark in (".diamond", ".now-dot"))
    assert diamond["width"] > dot["width"], "held out is seen around the dot of the moment"


def test_topics_open_documents_and_documents_their_blocks(page: Any) -> None:
    button = page.locator("#gains button").first
    name = button.locator(".query").inner_text().split(" ", 1)[1]
    button.focus()
    page.keyboard.press("Enter")
    assert name in text(page, "#topic-detail p >> nth=0")
    assert page.locator("#topic-detail ol.ranking").count() == 2
    moved = page.locator("#topic-detail .columns > div:first-child .move").all_inner_texts()
    assert "gone" in moved
    row = page.locator("#topic-detail .columns > div:first-child li", has_text="gone").first
    row.locator("summary").focus()
    page.keyboard.press("Enter")
    assert row.locator(".block.fell [dir=auto] mark").count() > 0
    assert row.locator(".block.fell").first.inner_text().startswith("falls · block")
    about = row.locator(".about").inner_text()
    fell, matched = map(int, re.search(r"(\d+) of (\d+) matching blocks? fell", about).groups())  # type: ignore[union-attr]
    assert fell >= row.locator(".block.fell").count() and matched >= row.locator(".block").count()
    assert matched > moves.BLOCKS or fell == row.locator(".block.fell").count()
    assert re.fullmatch(r"[ad]\d\d.*", row.locator("summary code").inner_text()), "documents are named by their ids"
    page.focus("#threshold")
    page.keyboard.press("Home")
    assert page.locator("#topic-detail .block.fell").count() == 0, "with all blocks nothing falls"
    assert page.locator("#topic-detail details[open]").count() > 0, "what was open stays open"


def test_topics_are_compared_with_other_references(page: Any, sweep: Sweep) -> None:
    page.select_option("#reference", label="words-links")
    place = int(page.input_value("#threshold")) - 1
    changes = sweep.curves[0].values["P@10"][place] - sweep.references.values["P@10"][2]
    assert gains_and_losses(changes) in text(page, "#topic-count")
    assert text(page, "#topic-detail h3 >> nth=0") == "words-links"


def test_text_from_pages_and_topics_stays_text(page: Any) -> None:
    assert page.title() == "Sweep swept"
    assert page.locator("img").count() == 0
    options = page.locator("#topic-choice option").all_inner_texts()
    hostile = next(option for option in options if "</script>" in option)
    page.select_option("#topic-choice", label=hostile)
    assert "</script><b>cartoons</b>" in text(page, "#topic-detail p >> nth=0")
    found = page.evaluate("data.moved.flatMap(t => t.documents.map(d => d.title)).some(t => t.startsWith('</script>'))")
    assert found, f"the page that begins with {HOSTILE!r} is in the report"


def test_heat_maps_show_values(page: Any) -> None:
    cells = page.get_by_role("gridcell")
    assert cells.count() == 23 * 3
    cells.nth(4).hover()
    assert re.search(r"words >= 3\) and \(links <= 0\.5", text(page, "#grid-charts .readout"))


def test_heat_maps_are_read_with_keys(page: Any, sweep: Sweep) -> None:
    grid = sweep.grids[0]
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.locator("[role=gridcell]").first.focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    assert text(page, "#grid-charts .readout").startswith(grid.points[4].filter)
    assert f"P@10 {shown(grid.comparisons['P@10'][4].value, 3)}" in text(page, "#grid-charts .readout")
    found = [one.differences["baseline"] for one in grid.comparisons["P@10"]]
    signs = {one.difference > 0 for one in found if one.corrected_p < 0.05}
    assert bool(page.locator("#grid-charts .outlined").count()) == (True in signs)
    assert bool(page.locator("#grid-charts .hatched").count()) == (False in signs)


def test_heat_maps_are_read_by_touch_and_show_the_sliders_place(phone: Any) -> None:
    before = phone.locator("#grid-charts .slider-place").first.get_attribute("x")
    phone.locator("[role=gridcell]").nth(30).tap()
    assert text(phone, "#grid-charts .readout").startswith(phone.evaluate("data.grids[0].filters[30]"))
    phone.evaluate("show({ step: state.step + 1 })")
    assert phone.locator("#grid-charts .slider-place").first.get_attribute("x") != before
    assert text(phone, "#grid-charts .readout").startswith(phone.evaluate("data.grids[0].filters[30]"))


def test_a_phone_shows_it_without_scrolling_sideways(phone: Any) -> None:
    widths = phone.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
    slider = phone.locator("#threshold").bounding_box()
    assert slider["width"] > 150 and slider["height"] >= 28
    phone.locator("#threshold").scroll_into_view_if_needed()
    phone.touchscreen.tap(slider["x"] + slider["width"] - 8, phone.locator("#threshold").bounding_box()["y"] + 12)
    assert text(phone, "#threshold-text").startswith("words >= 4")
    key = text(phone, "#curve-key .narrow")
    assert all(name in key for name in ("documents left", "text left", "blocks left", "words-links 0."))
    for chart in ("#curve", "#survival", "#bars"):
        assert phone.locator(f"{chart} svg").bounding_box()["width"] <= 360


def test_a_long_word_in_a_topic_breaks(page: Any, phone: Any) -> None:
    for shown_on in (page, phone):
        shown_on.evaluate("data.topics.forEach((one) => { one[1] = 'x'.repeat(190); }); show({ topic: 0 })")
        widths = shown_on.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert widths[0] <= widths[1]
        assert shown_on.locator("#gains bdi").first.bounding_box()["width"] < widths[1]


def test_turning_the_phone_draws_anew(phone: Any) -> None:
    before = phone.locator("#curve svg").get_attribute("viewBox")
    phone.set_viewport_size({"width": 740, "height": 360})
    phone.wait_for_function(f"document.querySelector('#curve svg').getAttribute('viewBox') !== '{before}'")


def test_all_columns_are_on_a_printed_page(page: Any) -> None:
    page.set_viewport_size({"width": 718, "height": 1000})  # A4 with Chromium's margins
    page.emulate_media(media="print")
    for table in page.locator("table").all():
        box = table.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 719
    assert page.locator(".scroll").first.evaluate("box => getComputedStyle(box).overflowX") == "visible"
    assert page.locator(".swatch").first.evaluate("mark => getComputedStyle(mark).printColorAdjust") == "exact"


def test_the_slider_has_a_name_on_a_phone(phone: Any) -> None:
    assert phone.get_by_role("slider", name="minimum words in a block").count() == 1


def test_without_scripts_the_table_is_there(browser: Any, swept: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((swept / "report.html").as_uri())
    assert "words-links" in text(page, "#comparison")
    assert "need JavaScript" in text(page, "main")
    context.close()
