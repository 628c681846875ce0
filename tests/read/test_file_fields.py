r"""Paths in the `file` field, in every shape that reference managers write."""

from pathlib import Path

import pytest

from citevet.read.libraries.file_fields import find_library_folders, split_file_field


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ("files/12/a.pdf", ["files/12/a.pdf"]),
        ("Full Text PDF:files/12/a.pdf:application/pdf", ["files/12/a.pdf"]),
        ("PDF:files/1/a.pdf:application/pdf;Snapshot:files/2/b.html:text/html", ["files/1/a.pdf", "files/2/b.html"]),
        (
            r"A\: title\; long:files/1/Roots\: a survey\; part 1.pdf:application/pdf",
            ["files/1/Roots: a survey; part 1.pdf"],
        ),
        (
            r"Full Text:C\:\\lib\\ana\\Zotero\\storage\\ABCD2345\\a.pdf:application/pdf",
            [r"C:\lib\ana\Zotero\storage\ABCD2345\a.pdf"],
        ),
        ("/srv/ana/Zotero/storage/ABCD2345/a.pdf", ["/srv/ana/Zotero/storage/ABCD2345/a.pdf"]),
        ("/srv/ana/a.pdf;/srv/ana/b.pdf", ["/srv/ana/a.pdf", "/srv/ana/b.pdf"]),
        (r"C:\\lib\\ana\\Zotero\\storage\\ABCD2345\\a.pdf", [r"C:\lib\ana\Zotero\storage\ABCD2345\a.pdf"]),
        (r"C:\lib\ana\papers\a.pdf", [r"C:\lib\ana\papers\a.pdf"]),
        ("C:/lib/ana/a.pdf;D:/b.pdf", ["C:/lib/ana/a.pdf", "D:/b.pdf"]),
        (":papers/a.pdf:PDF", ["papers/a.pdf"]),
        (r":C\:/papers/a.pdf:PDF", ["C:/papers/a.pdf"]),
        (r"Draft:C\:\\papers\\a.pdf:PDF;:b.pdf:PDF", [r"C:\papers\a.pdf", "b.pdf"]),
        (r":papers/a_b.pdf:Portable Document Format", ["papers/a_b.pdf"]),
        ("papers/a.pdf:PDF", ["papers/a.pdf"]),
        (":srv/ana/Papers/a.pdf:pdf", ["srv/ana/Papers/a.pdf"]),
        (
            r":C$\backslash$:/lib/ana/AppData/Mendeley Ltd./18{\_}21.pdf:pdf",
            ["C:/lib/ana/AppData/Mendeley Ltd./18_21.pdf"],
        ),
        (r":D$\backslash$:/biblio/Thi{\'{e}}ry - 2012 - Essai.pdf:pdf", ["D:/biblio/Thiéry - 2012 - Essai.pdf"]),
        ("internal-pdf://0123456789/a.pdf", ["internal-pdf://0123456789/a.pdf"]),
        ("file:///srv/ana/My%20papers/a.pdf", ["/srv/ana/My papers/a.pdf"]),
        ("논문/김민지_2021.pdf", ["논문/김민지_2021.pdf"]),
        ("https://example.org/a.pdf", []),
        ("", []),
        (";;:::", []),
    ],
)
def test_every_shape_gives_its_paths(value: str, paths: list[str]) -> None:
    """Description, type and escapes are gone, and addresses are no files."""
    assert paths == list(split_file_field(value))


def test_jabref_names_the_folder_of_its_files() -> None:
    """It stands in a comment, for all users or for one."""
    text = (
        "@Comment{jabref-meta: fileDirectory:papers;}\n@Comment{jabref-meta: fileDirectory-ana-laptop:C\\:\\\\pdf;}\n"
    )
    assert [Path("lib/papers"), Path("lib/C:/pdf")] == list(find_library_folders(text, Path("lib")))
