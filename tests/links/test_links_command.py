"""`citevet links` against a real site on loopback that has every fault."""

import asyncio
import json
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.emulator.faulty_site import FAULTS, Site, list_hosts, serve

from citevet.world import child_process

from tests.doors.in_process import citevet as run_in_process  # isort: skip

Command = Callable[..., CompletedProcess[str]]


@dataclass
class Running:
    """A site, and where it is."""

    site: Site
    port: int
    tls: int

    @property
    def url(self) -> str:
        """The address of its first host."""
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Running]:
    """Serve the site in a thread, and let this machine be asked."""
    monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "127.0.0.0/8")
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    loop, site = asyncio.new_event_loop(), Site(0)
    servers, port, tls = loop.run_until_complete(serve(site, list_hosts(4)))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield Running(site, port, tls)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    for server in servers:
        server.close()
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0.05))
    loop.close()


def _links(*words: str) -> CompletedProcess[str]:
    return run_in_process("links", *words)


def _states(done: CompletedProcess[str]) -> dict[str, str]:
    return {link["target"]: link["state"] for each in json.loads(done.stdout)["documents"] for link in each["links"]}


def test_every_fault_gets_its_verdict(running: Running, tmp_path: Path) -> None:
    """Status, fragment, loop, soft 404, TLS, slow drip, endless body, wrong length, bomb, cookies, HEAD, agents."""
    text = "\n\n".join(f"See [x]({running.url}{path})." for path in FAULTS)
    (tmp_path / "a.md").write_text(f"{text}\n\n[tls](https://127.0.0.1:{running.tls}/x)\n", encoding="utf-8")
    done = _links("a.md", "--timeout", "5", "--format", "json", "--no-cache")
    wanted = {f"{running.url}{path}": state for path, state in FAULTS.items()}
    assert {**wanted, f"https://127.0.0.1:{running.tls}/x": "tls"} == _states(done)
    assert 1 == done.returncode


def test_good_links_stay_good(running: Running, tmp_path: Path) -> None:
    """None of 400 good pages on four hosts gets another verdict, and connections are used again."""
    hosts = list_hosts(4)
    text = "\n\n".join(f"[x](http://{hosts[n % 4]}:{running.port}/notes/{n})" for n in range(400))
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    done = _links("a.md", "--no-cache")
    assert (0, "400 links in 1 document: 400 fine") == (done.returncode, done.stdout.partition(" (")[0])
    assert {1} == {count for path, count in running.site.asked.items() if path.startswith("/notes/")}


def test_a_second_run_asks_nothing(running: Running, tmp_path: Path) -> None:
    """Within its age a result is believed; after it the page is asked whether it changed."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/notes/1) [y]({running.url}/notes/2#first)", encoding="utf-8")
    _links("a.md")
    again = _links("a.md")
    assert "0 requests, 2 from the cache" in again.stdout
    assert 1 == running.site.asked["/notes/1"]
    _links("a.md", "--cache-age", "0s")
    assert 2 == running.site.asked["/notes/1"]


def test_one_refusal_is_waited_for(running: Running, tmp_path: Path) -> None:
    """One 429 with Retry-After: 1 costs its second, and every page gets its verdict."""
    text = "\n\n".join(f"[x]({running.url}/limited/{n})" for n in range(60))
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    done = _links("a.md", "--no-cache", "--format", "json")
    assert {"ok"} == set(_states(done).values())
    assert json.loads(done.stdout)["run"]["seconds"] < 12


def test_a_closed_host_is_given_up(running: Running, tmp_path: Path) -> None:
    """A host that always answers 429 is given up with the reason, and the others are checked."""
    closed, opened = list_hosts(2)
    text = [f"[x](http://{closed}:{running.port}/always429/{n})" for n in range(30)]
    text += [f"[y](http://{opened}:{running.port}/notes/{n})" for n in range(30)]
    (tmp_path / "a.md").write_text("\n\n".join(text), encoding="utf-8")
    done = _links("a.md", "--no-cache", "--format", "json")
    states = _states(done)
    assert {"blocked"} == {state for url, state in states.items() if "always429" in url}
    assert {"ok"} == {state for url, state in states.items() if "notes" in url}
    assert running.site.asked.total() < 75


def test_safe_fixes_write_new_addresses(running: Running, tmp_path: Path) -> None:
    """--fix writes where a page moved; --unsafe-fixes also the likely anchor of a file."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/fault/moved) [y](#result)\n\n# Results\n", encoding="utf-8")
    _links("a.md", "--fix", "--no-cache")
    assert f"[x]({running.url}/fault/new) [y](#result)" in (tmp_path / "a.md").read_text("utf-8")
    _links("a.md", "--fix", "--unsafe-fixes", "--no-cache")
    assert "[y](#results)" in (tmp_path / "a.md").read_text("utf-8")


@pytest.mark.parametrize("form", ["sarif", "junit", "markdown", "html", "github", "gitlab", "rdjson", "concise"])
def test_every_format_names_the_fault(running: Running, tmp_path: Path, form: str) -> None:
    """The formats of `check` hold the dead link, and the missing file."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/fault/gone) [y](missing.md)", encoding="utf-8")
    done = _links("a.md", "--format", form, "--no-cache")
    assert 1 == done.returncode
    assert "LNK001" in done.stdout
    assert "missing.md" in done.stdout


def test_a_private_host_has_to_be_named(running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the flag nothing is sent; with it only to the named host."""
    monkeypatch.delenv("CITEVET_ALLOW_PRIVATE")
    first, second = list_hosts(2)
    urls = [f"http://{host}:{running.port}/notes/1" for host in (first, second)]
    (tmp_path / "a.md").write_text(" ".join(f"[x]({url})" for url in urls), encoding="utf-8")
    assert {"private"} == set(_states(_links("a.md", "--no-cache", "--format", "json")).values())
    assert not running.site.asked
    done = _links("a.md", "--no-cache", "--format", "json", "--allow-private", first)
    assert {urls[0]: "ok", urls[1]: "private"} == _states(done)


def test_watch_list_reports_changes_only(running: Running, tmp_path: Path) -> None:
    """The first run reports what is wrong, the second nothing, and the third what died and what came back."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/fault/gone) [y]({running.url}/notes/1)", encoding="utf-8")
    words = ("links", "a.md", "--watch-list", "--no-cache", "--format")
    first = run_in_process(*words, "json")
    assert [("dead", ["a.md:1"])] == [(each["kind"], each["places"]) for each in json.loads(first.stdout)["changes"]]
    second = run_in_process(*words, "issue")
    assert (0, "Nothing changed since the last run.\n\n") == (second.returncode, second.stdout.rstrip("\n") + "\n\n")
    state = json.loads((tmp_path / ".citevet/links.json").read_text("utf-8"))
    state["links"][f"{running.url}/fault/gone"]["state"] = "ok"
    state["links"][f"{running.url}/notes/1"] = {"state": "gone"}
    (tmp_path / ".citevet/links.json").write_text(json.dumps(state), encoding="utf-8")
    third = run_in_process(*words, "email")
    assert third.stdout.startswith("Subject: 2 links changed in 1 documents")
    assert ("Newly dead (1)" in third.stdout, "Answers again (1)" in third.stdout) == (True, True)


def test_the_text_of_a_page_drifts(running: Running, tmp_path: Path) -> None:
    """A page whose words changed is reported once."""
    (tmp_path / "a.md").write_text(f"[y]({running.url}/notes/1)", encoding="utf-8")
    words = ("links", "a.md", "--watch-list", "--no-cache", "--format", "json")
    run_in_process(*words)
    file = tmp_path / ".citevet/links.json"
    state = json.loads(file.read_text("utf-8"))
    state["links"][f"{running.url}/notes/1"]["digest"] = "0" * 16
    file.write_text(json.dumps(state), encoding="utf-8")
    assert ["drifted"] == [each["kind"] for each in json.loads(run_in_process(*words).stdout)["changes"]]
    assert [] == json.loads(run_in_process(*words).stdout)["changes"]


def test_a_site_is_read_page_by_page(running: Running) -> None:
    """A web address is a document too."""
    done = _links(f"{running.url}/notes/1", "--no-cache", "--format", "json")
    assert [f"{running.url}/notes/1"] == [each["path"] for each in json.loads(done.stdout)["documents"]]
    assert 2 == _links(f"{running.url}/fault/gone", "--no-cache").returncode


def test_ignored_links_have_reasons_and_dates(running: Running, tmp_path: Path) -> None:
    """An entry of the ignore list holds until its day; one without a reason is refused."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/fault/gone) [y]({running.url}/fault/410)", encoding="utf-8")
    gone, other = f"{running.url}/fault/gone", f"{running.url}/fault/410"
    entries = f'[[ignore]]\nurl = "{gone}"\nreason = "moves in May"\nuntil = 2999-01-01\n'
    entries += f'[[ignore]]\nurl = "{other}"\nreason = "is over"\nuntil = 2001-01-01\n'
    (tmp_path / "ignore.toml").write_text(entries, encoding="utf-8")
    done = _links("a.md", "--ignore-list", "ignore.toml", "--no-cache", "--format", "json")
    assert {gone: "ignored", other: "gone"} == _states(done)
    (tmp_path / "ignore.toml").write_text(f'[[ignore]]\nurl = "{gone}"\n', encoding="utf-8")
    assert 2 == _links("a.md", "--ignore-list", "ignore.toml").returncode


def test_accepted_codes_and_headers(running: Running, tmp_path: Path) -> None:
    """A status that the user accepts is an answer, and a header goes to its host."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/fault/403) [y]({running.url}/fault/agents)", encoding="utf-8")
    done = _links("a.md", "--accept", "403", "--no-cache", "--format", "json")
    assert {"ok"} == set(_states(done).values())
    done = _links("a.md", "--header", "127.0.0.1=X-Agent:Mozilla", "--no-cache", "--format", "json")
    assert "ok" == _states(done)[f"{running.url}/fault/agents"]


def test_offline_checks_files_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent; files, pictures, anchors and the form of mail addresses are checked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(
        "[x](b.md) [y](https://example.org/) ![z](c.png) [m](mailto:me) [n](mailto:a@b.example)\n", encoding="utf-8"
    )
    done = _links("a.md", "--offline", "--format", "json")
    wanted = {"b.md": "no-file", "https://example.org/": "offline", "c.png": "no-image"}
    assert {**wanted, "mailto:me": "malformed", "mailto:a@b.example": "ok"} == _states(done)


def test_robots_are_respected(running: Running, tmp_path: Path) -> None:
    """A page that robots.txt forbids is not asked for, unless the user wants it."""
    running.site.robots = b"User-agent: *\nDisallow: /notes/2\n"
    urls = [f"{running.url}/notes/{number}" for number in (1, 2)]
    (tmp_path / "a.md").write_text(" ".join(f"[x]({url})" for url in urls), encoding="utf-8")
    words = ("a.md", "--no-cache", "--format", "json")
    assert {urls[0]: "ok", urls[1]: "robots"} == _states(_links(*words))
    assert {urls[0]: "ok", urls[1]: "ok"} == _states(_links(*words, "--ignore-robots"))


def test_check_lets_a_named_host_be_private(running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check --online` asks a private host only with the flag."""
    monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "")
    (tmp_path / "a.md").write_text(f"Trees cool streets ([x]({running.url}/notes/1)).\n", encoding="utf-8")
    run_in_process("check", "a.md", "--online", "--no-cache")
    assert not running.site.asked
    run_in_process("check", "a.md", "--online", "--no-cache", "--allow-private", "127.0.0.1")
    assert 1 == running.site.asked["/notes/1"]


def test_links_of_a_site_with_a_sitemap(running: Running) -> None:
    """A site without a sitemap has the pages that were named."""
    done = _links(f"{running.url}/notes/1", "--sitemap", "--no-cache", "--format", "json")
    assert [f"{running.url}/notes/1"] == [each["path"] for each in json.loads(done.stdout)["documents"]]


@pytest.mark.parametrize("text", ["", "No link here.\n"])
def test_no_links_are_not_called_fine(text: str, tmp_path: Path) -> None:
    """A document without links is no pass: nothing was checked."""
    (tmp_path / "plain.md").write_text(text)
    done = run_in_process("links", str(tmp_path / "plain.md"))
    assert done.stdout.startswith("NOTHING TO CHECK: no links in 1 document")


def test_pictures_of_sets_and_films_are_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Markdown and in HTML, and each once; a path out of the project is not looked for, and said so."""
    tags = """<picture><source srcset="wide.png 1x, big,2.png 2x"><img src="c.png" srcset='d.png 640w'></picture>
<video src="film.mp4"></video> <img srcset="" src="e.png">
"""
    (tmp_path / "c.png").write_bytes(b"")
    (tmp_path / "a.md").write_text(f"# A\n\n{tags}\n[up](../../issues) `<img src=code.png>`\n")
    (tmp_path / "b.html").write_text(f"<html><body>{tags}<a href='../x.md'>x</a></body></html>")
    monkeypatch.chdir(tmp_path)
    done = _links("--offline", "--format", "json", "a.md", "b.html")
    for each, up in zip(json.loads(done.stdout)["documents"], ("../../issues", "../x.md"), strict=True):
        states = [(link["target"], link["state"]) for link in each["links"]]
        missing = [(name, "no-image") for name in ("wide.png", "big,2.png", "d.png", "film.mp4", "e.png")]
        assert sorted(states) == sorted([*missing, ("c.png", "ok"), (up, "outside")])


def test_pages_of_a_lesson_end_up_in_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons of the Carpentries name their pages from the folder of the lesson."""
    for name in ("episodes", "learners"):
        (tmp_path / name).mkdir()
    (tmp_path / "learners" / "reference.md").write_text("# Terms\n")
    (tmp_path / "episodes" / "a.md").write_text("# A\n\n[x](learners/reference.md#terms) [y](learners/none.md)\n")
    monkeypatch.chdir(tmp_path)
    wanted = {"learners/reference.md#terms": "no-file", "learners/none.md": "no-file"}
    assert wanted == _states(_links(".", "--offline", "--format", "json"))
    (tmp_path / "config.yaml").write_text("carpentry: incubator\n")
    assert wanted | {"learners/reference.md#terms": "ok"} == _states(_links(".", "--offline", "--format", "json"))


DAMAGES = (b"", b"no database at all" * 900, b"SQLite format 3\0" + bytes(5_000))


@pytest.mark.parametrize("data", DAMAGES)
def test_a_damaged_cache_is_made_anew(running: Running, tmp_path: Path, data: bytes) -> None:
    """Whatever is in the file, the run goes on, and the next but one is served from the cache again."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/notes/1)", encoding="utf-8")
    file = tmp_path / "cache" / "links.sqlite"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    for _ in range(2):
        assert 0 == _links("a.md").returncode
    assert "0 requests, 1 from the cache" in _links("a.md").stdout


@pytest.mark.parametrize(
    "row", ["[]", "7", "{}", '{"state": "fine"}', '{"url": 1, "state": "ok"}', "{", '{"state": []}']
)
def test_an_odd_row_of_the_cache_is_asked_for_again(running: Running, tmp_path: Path, row: str) -> None:
    """As it is after a flipped bit, or from another version."""
    (tmp_path / "a.md").write_text(f"[x]({running.url}/notes/1)", encoding="utf-8")
    _links("a.md")
    with sqlite3.connect(tmp_path / "cache" / "links.sqlite") as table:
        table.execute("UPDATE links SET row = ?", (row,))
    table.close()
    done = _links("a.md")
    assert (0, "1 link in 1 document: 1 fine") == (done.returncode, done.stdout.partition(" (")[0])
    assert 2 == running.site.asked["/notes/1"]


def test_git_is_asked_once_about_all_missing_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What git ignores is made by a build and is not missing; a call for each took minutes."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("built/\n*.png\n")
    names = [f"{each}{number}.md" for number in range(50) for each in ("built/x", "y")]
    (tmp_path / "a.md").write_text(" ".join(f"[x]({name})" for name in (*names, "../out.md")) + " ![p](p.png)\n")
    calls: list[str] = []
    real = child_process.run_program

    def count(*words: str, **settings: Any) -> bytes | None:
        calls.append(words[3])
        return real(*words, **settings)

    monkeypatch.setattr("citevet.world.git.run_program", count)
    monkeypatch.chdir(tmp_path)
    states = _states(_links("a.md", "--offline", "--format", "json"))
    assert {f"y{number}.md" for number in range(50)} == {name for name, state in states.items() if state == "no-file"}
    assert ("ok", "outside") == (states["p.png"], states["../out.md"])
    assert ["check-ignore"] == [call for call in calls if call == "check-ignore"]
