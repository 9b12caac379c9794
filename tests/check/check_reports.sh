#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The reports of whole runs, read by those who will read them: xmllint with the JUnit schema, a browser without a
# window, and python for the JSON.
#
#     check_reports.sh CLOTHSIM WHAT    WHAT: junit, json or page
set -u
here=$(dirname "$(readlink -f "$0")")
. "$here/../cli/cli_common.sh"

mkdir -p set
for name in calm windy; do
    cp "$scenes/tiny.json" "set/$name.json"
done
expect 0 "make references" clothsim check set/calm.json set/windy.json --update --picture --force
sed -i 's/\[0.1, 0, 0\]/[2, 0, 0]/' set/windy.json
cp set/calm.json "set/a <b> & 'c'.json"
check_all=(clothsim check set/calm.json set/windy.json "set/a <b> & 'c'.json")

case $2 in
junit)
    command -v xmllint > /dev/null || skip "no xmllint"
    expect 6 "check with JUnit" "${check_all[@]}" --junit report.xml
    expect 0 "the schema" xmllint --noout --schema "$here/junit.xsd" report.xml
    expect 0 "one failure, one error" xmllint --xpath \
        '//testsuite[@tests="3" and @failures="1" and @errors="1"]/testcase[@name="windy"]/failure' report.xml
    expect_message 'kinetic_energy'
    ;;
json)
    command -v python3 > /dev/null || skip "no python3"
    expect 6 "check with JSON" "${check_all[@]}" --json report.json
    expect 0 "read by python" python3 - <<'PYTHON'
import json
report = json.load(open("report.json"))
assert report["pass"] is False and report["failed"] == 1 and report["errors"] == 1
calm, windy, missing = report["checks"]
assert calm["verdict"] == "pass" and calm["same_bits"] and calm["exit_code"] == 0
assert windy["verdict"] == "fail" and windy["actual"] == "windy.actual.png" and windy["scene_changed"]
assert missing["verdict"] == "error" and missing["exit_code"] == 6 and missing["name"] == "a <b> & 'c'"
assert any(not metric["pass"] for metric in windy["metrics"])
keys = list(calm["statistics"])
assert keys == ["tool", "scene_hash", "step", "time", "particles", "springs", "y", "kinetic_energy", "max_stretch",
                "state_hash", "image", "cloths"], keys
PYTHON
    ;;
page)
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no Chromium"
    expect 6 "check with a page" "${check_all[@]}" --html report.html
    run_browser=("$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking
        --disable-component-update --disable-sync --disable-dev-shm-usage --user-data-dir="$work/profile"
        --window-size=1100,1400)
    # A script that only this test adds counts what the browser really loaded and shows it in the document.
    sed 's|</body>|<script>window.onload = () => { const shown = [...document.images].filter(i => i.complete \&\& i.naturalWidth == 40).length; document.body.dataset.found = [document.images.length, shown, document.querySelectorAll("section").length, document.querySelectorAll("tr.bad").length > 0, document.documentElement.scrollWidth <= innerWidth].join(); };</script></body>|' \
        report.html > probe.html
    timeout 120 "${run_browser[@]}" --dump-dom "file://$work/probe.html" > dom.html 2> log
    # Six pictures, all of them shown; three scenes; marked rows; nothing wider than the window.
    grep -q 'data-found="6,6,3,true,true"' dom.html || fail "the page shows: $(grep -o 'data-found="[^"]*"' dom.html)"
    timeout 120 "${run_browser[@]}" --screenshot="$work/page.png" "file://$work/report.html" > log 2>&1
    expect 0 "the screenshot is a picture" clothsim compare page.png page.png
    ;;
esac
finish
