//! The page of a report in a browser: it sorts, shows every problem, says nothing on the console, and asks for nothing.
//!
//! Where there is no Chromium, the tests say so and pass; with `HSTAR_REQUIRE_BROWSER=1` they fail.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod browser;
mod material;

use std::time::{Duration, Instant};

use browser::Browser;
use lab::report::{Comparison, Material, Report};
use material::{Size, experiment, hostile};
use serde_json::{Value, json};

/// What scripts in the page use to tell what they see.
const HELPERS: &str = r"
    const $ = selector => document.querySelector(selector);
    const all = selector => [...document.querySelectorAll(selector)];
    const texts = elements => elements.map(element => element.textContent);
    const column = (table, number) => texts([...table.tBodies[0].rows].map(row => row.cells[number]));
    const change = (id, value) => { $(id).value = value; $(id).dispatchEvent(new Event('change')); };
    const places = () => all('#scatter .points use').map(use => ['href', 'class', 'x', 'y'].map(name => use.getAttribute(name)).join(' '));
    const pointer = (element, type, x = 0, y = 0) => element.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: y }));
";

fn open(name: &str, html: &str, script: &str) -> Option<Value> {
    let browser = Browser::find()?;
    Some(browser.run(name, html, &format!("{HELPERS}{script}")))
}

fn numbers(values: &Value) -> Vec<f64> {
    let number = |value: &Value| value.as_str().unwrap().replace(',', "").parse().unwrap();
    values.as_array().unwrap().iter().map(number).collect()
}

fn strings(values: &Value) -> Vec<&str> {
    values.as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect()
}

#[test]
fn tables_sort_by_numbers_and_by_text_in_both_directions() {
    let material = experiment(Size::Small);
    let seen = open(
        "sort",
        &Report::new(&material).html(),
        r"
        const table = $('table[data-name=coverage]');
        const headings = [...table.tHead.rows[0].cells];
        const total = table.tFoot.textContent;
        const sorted = number => { headings[number].querySelector('button').click(); return column(table, number); };
        outcome.text = [sorted(0), sorted(0)];
        outcome.numbers = [sorted(2), sorted(2)];
        outcome.aria = headings.map(heading => heading.getAttribute('aria-sort'));
        outcome.totalStays = table.tFoot.textContent === total;
        outcome.tables = all('table.sortable').length;
        ",
    );
    let Some(seen) = seen else { return };
    let ascending = ["blocks", "childsnack", "ferry", "rovers", "sokoban", "spanner"];
    assert_eq!(strings(&seen["text"][0]), ascending);
    assert_eq!(strings(&seen["text"][1]), ascending.into_iter().rev().collect::<Vec<_>>());
    assert!(numbers(&seen["numbers"][0]).is_sorted());
    assert!(numbers(&seen["numbers"][1]).iter().rev().is_sorted());
    assert_eq!(seen["aria"].as_array().unwrap().iter().filter(|sort| **sort == "descending").count(), 1);
    assert_eq!(seen["aria"][2], "descending");
    assert_eq!(seen["totalStays"], true);
    assert!(seen["tables"].as_u64().unwrap() >= 10);
}

#[test]
fn scatter_plots_show_every_problem_of_the_chosen_pair() {
    let mut material = experiment(Size::Small);
    // So that pairs differ in how many problems they share.
    material
        .properties
        .runs
        .retain(|_, record| record.text("algorithm") != "blind" || record.text("domain") == "ferry");
    let html = Report::new(&material).html();
    let drawn: Vec<&str> = html
        .split("<g class=\"points\">")
        .nth(1)
        .unwrap()
        .split("</g>")
        .next()
        .unwrap()
        .split("<use ")
        .skip(1)
        .collect();
    let seen = open(
        "scatter",
        &html,
        r"
        outcome.first = places();
        outcome.sentence = $('#scatter-sentence').textContent;
        const names = texts([...$('#choice-x').options]);
        change('#choice-x', names.indexOf('blind'));
        outcome.others = places();
        outcome.title = $('#scatter title').textContent;
        const point = $('#scatter .points use');
        pointer(point, 'pointerover', 100, 100);
        outcome.tip = [$('#tip').hidden, $('#tip').textContent];
        pointer(point, 'pointerout');
        outcome.gone = $('#tip').hidden;
        change('#choice-attribute', 5);
        outcome.attribute = $('#scatter title').textContent;
        change('#choice-attribute', 0);
        change('#choice-x', names.indexOf('lama-first'));
        outcome.again = places();
        const curve = $('#coverage-evaluations');
        const box = curve.getBoundingClientRect();
        pointer(curve, 'pointermove', box.left + box.width * .9, box.top + 50);
        outcome.curve = $('#tip').textContent;
        outcome.lines = all('#coverage-evaluations .l').length;
        ",
    );
    let Some(seen) = seen else { return };
    assert_eq!(drawn.len(), 120);
    let places = strings(&seen["first"]);
    assert_eq!(places.len(), 120);
    for (drawn, place) in drawn.iter().zip(&places) {
        let attribute =
            |name: &str| drawn.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(
            ["href", "class", "x", "y"].map(attribute).join(" "),
            *place,
            "the script draws something else"
        );
    }
    assert_eq!(seen["first"], seen["again"]);
    assert!(html.contains(seen["sentence"].as_str().unwrap()));
    assert_eq!(seen["others"].as_array().unwrap().len(), 20);
    assert!(seen["title"].as_str().unwrap().starts_with("evaluations of blind and "));
    assert_eq!(seen["tip"][0], false);
    assert!(seen["tip"][1].as_str().unwrap().starts_with("ferry p01.pddl\nblind: "), "{}", seen["tip"][1]);
    assert_eq!(seen["gone"], true);
    assert!(seen["attribute"].as_str().unwrap().starts_with("plan cost of "));
    assert_eq!(seen["lines"], 5);
    assert!(seen["curve"].as_str().unwrap().contains("lama-first"), "{}", seen["curve"]);
}

#[test]
fn runs_are_filtered_sorted_and_shown_in_pages() {
    let material = experiment(Size::Small);
    let html = Report::new(&material).html();
    let first_row = html.split("<table id=\"all-runs\">").nth(1).unwrap().split("<tr>").nth(2).unwrap();
    let seen = open(
        "runs",
        &html,
        r"
        const table = $('#all-runs');
        const rows = () => table.tBodies[0].rows.length;
        outcome.row = table.tBodies[0].rows[0].innerHTML;
        outcome.page = [rows(), $('#filter-where').textContent];
        $('#filter-next').click();
        outcome.next = $('#filter-where').textContent;
        change('#filter-size', 2);
        outcome.all = rows();
        table.tHead.rows[0].cells[4].querySelector('button').click();
        outcome.sorted = column(table, 4).slice(0, 100);
        const filter = words => { $('#filter-words').value = words; $('#filter-words').dispatchEvent(new Event('input')); return rows(); };
        outcome.logs = [...table.querySelectorAll('a')].slice(0, 1).map(link => link.getAttribute('href'));
        outcome.filtered = [filter('lama-first ferry'), filter('FERRY p01 lama'), filter('nowhere'), filter('')];
        ",
    );
    let Some(seen) = seen else { return };
    assert!(
        first_row.starts_with(seen["row"].as_str().unwrap()),
        "the script shows something else: {first_row} {}",
        seen["row"]
    );
    let all = material.properties.runs.len();
    assert_eq!(seen["page"], json!([50, "1–50 of 1,560"]));
    assert_eq!(seen["next"], "51–100 of 1,560");
    assert_eq!(seen["all"], all);
    assert!(numbers(&seen["sorted"]).is_sorted());
    assert_eq!(seen["filtered"], json!([20, 1, 0, all]));
    let log = seen["logs"][0].as_str().unwrap();
    assert!(log.starts_with("../runs/") && log.ends_with("/output.log"), "{log}");
}

#[test]
fn names_from_elsewhere_are_only_text() {
    let material = hostile();
    let script = "outcome.scripts = all('script').length; outcome.bold = all('h1 b').length; outcome.title = document.title;
        outcome.names = texts(all('.who b'));";
    let Some(seen) = open("hostile", &Report::new(&material).html(), script) else { return };
    // The page's data and script, and the test's two.
    assert_eq!(seen["scripts"], 4);
    assert_eq!(seen["bold"], 0);
    assert_eq!(seen["title"], material.title);
    assert!(strings(&seen["names"]).contains(&"</script><script>alert(1)</script>"));
}

#[test]
fn comparisons_are_pages_too() {
    let material = experiment(Size::Small);
    let comparison = Comparison::of_algorithms(&material.properties, "lama-first", "gbfs(model)").unwrap();
    let script = "outcome.points = all('.points').map(group => group.children.length);
        pointer($('.points use'), 'pointerover'); outcome.tip = $('#tip').textContent;
        all('th button').forEach(button => button.click());";
    let Some(seen) = open("comparison", &comparison.html(), script) else { return };
    // 120 problems with 5 seeds.
    assert_eq!(seen["points"], json!([600, 600]));
    assert!(seen["tip"].as_str().unwrap().starts_with("blocks p01.pddl\nA: "));
}

#[test]
fn ten_thousand_results_are_reported_within_seconds_and_browse_well() {
    let material = experiment(Size::Large);
    assert_eq!(material.properties.runs.len(), 10_000);
    let start = Instant::now();
    let report = Report::new(&material);
    let html = report.html();
    let files = report.csv().len() + report.latex().len();
    let elapsed = start.elapsed();
    println!("{files} files and a page of {} bytes in {elapsed:?}", html.len());
    // Generous, for machines that do other work; what grows with the square of the runs would take longer.
    assert!(elapsed < Duration::from_secs(60), "{elapsed:?}");
    let script = "const start = performance.now();
        $('#all-runs').tHead.rows[0].cells[4].querySelector('button').click();
        change('#choice-x', 3);
        outcome.points = places().length;
        outcome.milliseconds = performance.now() - start;
        outcome.rows = $('#all-runs').tBodies[0].rows.length;";
    let Some(seen) = open("large", &html, script) else { return };
    assert_eq!((&seen["points"], &seen["rows"]), (&json!(1000), &json!(50)));
    assert!(seen["milliseconds"].as_f64().unwrap() < 2000.0, "{}", seen["milliseconds"]);
}

#[test]
fn the_same_material_gives_the_same_bytes() {
    let files = |material: &Material| {
        let report = Report::new(material);
        (report.html(), report.csv(), report.latex(), report.terminal())
    };
    assert_eq!(files(&experiment(Size::Small)), files(&experiment(Size::Small)));
}

#[test]
fn nothing_to_report_is_a_page_too() {
    let html = Report::new(&Material::default()).html();
    let Some(seen) = open("empty", &html, "outcome.title = $('h1').textContent;") else { return };
    assert_eq!(seen["title"], "Report");
}
